// The table page: fetches its changing part when the socket announces a new version, preserves what the player was
// doing, counts down, and handles shortcuts. Which attributes a game may use is in docs/how-to/add-a-game.md.
import "./hand.js";
import "./swap.js";
import "./stale_form.js";
import "./status.js";
import "./shortcuts.js";
import "./refusal.js";
import "./sound_switch.js";
import "./socket.js";
import "./playback_loader.js";
