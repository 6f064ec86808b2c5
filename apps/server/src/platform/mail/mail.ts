/** A mail as text; who it is from is the server's setting. */
export interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A way for mails to leave. */
export interface Mail {
  /** Whether mails reach mailboxes; else they stay on this machine. */
  readonly isSent: boolean;
  /** @throws MailError where the mail is not accepted. */
  send(message: Message): Promise<void>;
}

/** A mail that could not be handed on; its cause says why. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
