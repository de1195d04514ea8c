// A match that was begun on another page than its own: its games are counted and its tables drawn as they come.
import { showBlocks } from "/static/js/blocks.js";
import { announce, events, request } from "/static/js/common.js";

/**
 * Follows a tournament until it ends.
 * @param {string} id
 * @param {HTMLElement} place where its tables are drawn
 * @param {(text: string) => void} say what is told beside them
 */
export async function followMatch(id, place, say) {
  place.hidden = false;
  for await (const event of events(/** @type {const} */ (`/api/tournaments/${id}/events`))) {
    const { games, total, problem } = event.tournament;
    say(problem || (games ? `${games} of ${total} games` : "getting ready: openings are chosen, engines compiled"));
    if (event.type === "end") {
      showBlocks(place, (await request(/** @type {const} */ (`/api/tournaments/${id}`))).live);
      announce(`The match has ended after ${games} games.`);
      return;
    }
    if (event.live?.length) showBlocks(place, event.live);
  }
}
