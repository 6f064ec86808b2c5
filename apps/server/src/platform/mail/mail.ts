/** A plain-text mail; its sender is a setting of the server. */
export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails, or writes them to files. */
export interface MailTransport {
  /** Whether mails reach mailboxes; otherwise they stay on this machine. */
  readonly deliversMail: boolean;
  /** @throws MailError when the mail is not accepted. */
  send(message: MailMessage): Promise<void>;
}

/** A mail that could not be sent; see its cause. */
export class MailError extends Error {
  override readonly name = 'MailError';
}
