// What the shell of every page does by itself.
import { watchVisits } from "/static/js/recent.js";

watchVisits();
