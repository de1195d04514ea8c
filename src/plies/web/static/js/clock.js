// Two clocks, one for each side; the one whose turn it is runs.
export class Clock {
  /** @type {ClockSetting | null} */
  setting = null;
  /** Seconds of both sides. @type {number[] | null} */
  left = null;
  /** @type {number | null} */
  side = null;
  at = 0;
  timer = 0;

  /** @param {() => void} onchange @param {(side: number) => void} onflag */
  constructor(onchange, onflag) {
    this.onchange = onchange;
    this.onflag = onflag;
  }

  /** @param {ClockSetting | null} setting */
  reset(setting) {
    clearInterval(this.timer);
    this.setting = setting;
    this.left = setting ? [setting.seconds, setting.seconds] : null;
    this.side = null;
    this.onchange();
  }

  /** The side to move changes; the one that has just moved gets its seconds. @param {number | null} side */
  run(side, moved = false) {
    if (!this.left || !this.setting) return;
    if (moved && this.side !== null && side !== this.side) this.left[this.side] += this.setting.more;
    if (side === this.side) return;
    this.side = side;
    clearInterval(this.timer);
    if (side === null) return this.onchange();
    this.at = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
    this.onchange();
  }

  tick() {
    if (!this.left || this.side === null) return;
    const now = performance.now();
    this.left[this.side] = Math.max(0, this.left[this.side] - (now - this.at) / 1000);
    this.at = now;
    const fallen = this.left[this.side] === 0 ? this.side : null;
    if (fallen !== null) this.run(null);
    this.onchange();
    if (fallen !== null) this.onflag(fallen);
  }

  /** @param {number} side */
  text(side) {
    const seconds = this.left?.[side] ?? 0;
    if (seconds < 20) return seconds.toFixed(1);
    const whole = Math.floor(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }
}
