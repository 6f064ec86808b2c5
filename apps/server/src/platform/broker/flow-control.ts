/** A rate with a burst, in frames or bytes. */
export interface Rate {
  readonly perMinute: number;
  readonly burst: number;
}

export interface FlowRates {
  readonly frames: Rate;
  readonly bytes: Rate;
}

interface WaitingFrame<Session> {
  readonly session: Session;
  readonly releaseAt: number;
  readonly deliver: () => void;
}

interface Flow<Session> {
  /** When all frames and bytes so far would have arrived at the steady rate, ms. */
  frameTime: number;
  byteTime: number;
  waitingFrames: WaitingFrame<Session>[];
  timer: NodeJS.Timeout | null;
}

const MINUTE_MS = 60_000;

/**
 * Delivers the frames of each user in order, at a steady rate after a burst (the generic cell rate algorithm
 * of ITU-T I.371). Frames beyond the rate wait, and the broker stops reading from a connection while its
 * frames are waiting.
 */
export class FlowControl<Session> {
  private readonly flows = new Map<string, Flow<Session>>();

  constructor(
    private readonly rates: FlowRates,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Calls `deliver` now or later; false if it has to wait. */
  add(username: string, session: Session, bytes: number, deliver: () => void): boolean {
    const now = this.now();
    const flow = this.flows.get(username) ?? createFlow<Session>();
    this.flows.set(username, flow);
    const { frames, bytes: byteRate } = this.rates;
    flow.frameTime = Math.max(flow.frameTime, now) + MINUTE_MS / frames.perMinute;
    flow.byteTime = Math.max(flow.byteTime, now) + (bytes * MINUTE_MS) / byteRate.perMinute;
    const releaseAt = Math.max(
      flow.frameTime - toBurstMs(frames),
      flow.byteTime - toBurstMs(byteRate),
    );
    if (flow.waitingFrames.length === 0 && releaseAt <= now) {
      deliver();
      return true;
    }
    flow.waitingFrames.push({ session, releaseAt, deliver });
    this.schedule(flow);
    return false;
  }

  /** Drops the waiting frames of a session that ended. */
  drop(username: string, session: Session): void {
    const flow = this.flows.get(username);
    if (flow) flow.waitingFrames = flow.waitingFrames.filter((frame) => frame.session !== session);
  }

  private schedule(flow: Flow<Session>): void {
    const [next] = flow.waitingFrames;
    if (flow.timer || !next) return;
    flow.timer = setTimeout(
      () => {
        flow.timer = null;
        this.release(flow);
      },
      Math.max(1, next.releaseAt - this.now()),
    );
    flow.timer.unref();
  }

  private release(flow: Flow<Session>): void {
    const now = this.now();
    const index = flow.waitingFrames.findIndex(({ releaseAt }) => releaseAt > now);
    const dueFrames = flow.waitingFrames.splice(
      0,
      index === -1 ? flow.waitingFrames.length : index,
    );
    for (const { deliver } of dueFrames) deliver();
    this.schedule(flow);
  }
}

function createFlow<Session>(): Flow<Session> {
  return { frameTime: 0, byteTime: 0, waitingFrames: [], timer: null };
}

function toBurstMs({ burst, perMinute }: Rate): number {
  return (burst * MINUTE_MS) / perMinute;
}
