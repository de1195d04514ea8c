// Why a click on the board is no move, in words.
import { capital } from "/static/js/common.js";

/**
 * @param {Api.PositionView} position as the server shows it
 * @param {string} name        the cell that was clicked
 * @param {string | null} from the cell that was chosen before
 * @param {string | null} waits why the user may not move at all; null where they may
 * @returns {{ text: string, must: string[] } | null}  the words, and the cells whose pieces must move; null: nothing to say
 */
export function whyNot(position, name, from, waits) {
  if (waits) return { text: waits, must: [] };
  const { board, sides, turn, legal, compulsion } = position;
  const cell = board?.cells.find((one) => one.name === name);
  if (!board || !cell || !legal.length) return null;
  const must = compulsion ? [...new Set(legal.map((move) => move.squares[0]).filter(Boolean))] : [];
  const compelled = must.length ? ` ${capital(compulsion)}: with ${listed(must)}.` : "";
  const piece = cell.piece === null ? null : board.pieces[cell.piece];
  if (from) return { text: `${from} cannot go to ${name}.${compelled}`, must };
  if (piece && piece.side !== turn)
    return { text: `${name} is ${sides[piece.side]}’s; ${sides[turn]} is to move.`, must: [] };
  if (piece) return { text: `The ${piece.name || piece.letter} on ${name} cannot move now.${compelled}`, must };
  if (board.counts) return { text: `No move of ${sides[turn]} begins at ${name}.`, must: [] };
  return compelled ? { text: compelled.trim(), must } : null;
}

/** @type {(names: string[]) => string} */
const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names[0]);
