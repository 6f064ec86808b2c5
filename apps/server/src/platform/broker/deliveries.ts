/** The result of sending a message to a client. */
export type DeliveryResult = 'acknowledged' | 'lost';

/** The messages that are waiting for a client's PUBACK, at most one per session. */
export class Deliveries<Session extends object> {
  private readonly pendingDeliveries = new Map<Session, (result: DeliveryResult) => void>();

  isWaiting(session: Session): boolean {
    return this.pendingDeliveries.has(session);
  }

  /**
   * Sends a message with `send` and waits for its PUBACK. If none arrives within `ms`, it calls `reset`, so
   * that the message cannot arrive later, and returns 'lost'.
   */
  async send(
    session: Session,
    { send, reset }: { send(): void; reset(): void },
    ms: number,
  ): Promise<DeliveryResult> {
    let timer: NodeJS.Timeout | undefined;
    const result = await new Promise<DeliveryResult>((resolve) => {
      this.pendingDeliveries.set(session, resolve);
      timer = setTimeout(() => {
        reset();
        resolve('lost');
      }, ms);
      send();
    });
    clearTimeout(timer);
    this.pendingDeliveries.delete(session);
    return result;
  }

  markAcknowledged(session: Session): void {
    this.pendingDeliveries.get(session)?.('acknowledged');
  }

  /** Reports the pending message of a session that ended as lost. */
  markLost(session: Session): void {
    this.pendingDeliveries.get(session)?.('lost');
  }
}
