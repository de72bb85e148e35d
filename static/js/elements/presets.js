/* What a game's presets mean for the form: which options they cover, and which of them is chosen. */

/** @import {DeclaredOption, GameFacts, Options} from "../../http.d.ts" */

/** @param {GameFacts} game @returns {Options} */
export const defaults = (game) => Object.fromEntries(game.options.map((option) => [option.name, option.default]));

/** Is this preset what is chosen now? @param {GameFacts} game @param {Options} preset @param {Options} chosen */
export const has = (game, preset, chosen) =>
  Object.entries({ ...defaults(game), ...preset }).every(([name, value]) => chosen[name] === value);

/**
 * Is this option all there is to the presets? Then their buttons are enough.
 * @param {GameFacts} game
 * @param {DeclaredOption} option
 */
export function isPreset(game, option) {
  const covered = game.presets
    .filter((preset) => option.name in preset.options)
    .map((preset) => preset.options[option.name]);
  return (
    option.kind === "choice" &&
    game.presets.every((preset) => Object.keys(preset.options).length <= 1) &&
    (option.values ?? []).every((value) => covered.includes(value) || value === option.default) &&
    covered.length > 1
  );
}
