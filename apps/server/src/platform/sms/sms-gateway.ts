import type { Outbound } from '../outbound/outbound.ts';

/** A text message. */
export interface SmsMessage {
  /** The same for every attempt, so that a gateway can detect duplicates. */
  readonly id: string;
  /** With + and the country code, such as +12045550100. */
  readonly to: string;
  readonly text: string;
}

const LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
/** The status from a gateway that permanently rejects the number. */
const UNPROCESSABLE = 422;

/** Posts text messages to the operator's SMS gateway. */
export class SmsGateway {
  private readonly url: URL;

  constructor(
    private readonly outbound: Pick<Outbound, 'post'>,
    url: string,
    /** Sent as a bearer token; null without one. */
    private readonly token: string | null,
  ) {
    this.url = new URL(url);
  }

  /**
   * Whether the gateway accepted the message; false if it permanently rejects the number.
   *
   * @throws OutboundError, or an Error with the status, when another attempt might succeed.
   */
  async send({ to, text, id }: SmsMessage): Promise<boolean> {
    const { status } = await this.outbound.post(
      this.url,
      {
        headers: {
          'content-type': 'application/json',
          ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        },
        body: Buffer.from(JSON.stringify({ to, text, id })),
      },
      LIMITS,
    );
    if (status >= 200 && status < 300) return true;
    if (status === UNPROCESSABLE) return false;
    throw new Error(`The SMS gateway responded with ${status}.`);
  }
}
