/** A plain-text mail; its sender is a setting of the server. */
export interface MailMessage {
  /** The same at each attempt, so that a mail that arrives twice has the same Message-ID. */
  readonly id: string;
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

  constructor(
    message: string,
    options: { readonly cause: unknown },
    /** Whether the mail server refused the recipient, so that another attempt would be useless. */
    readonly isAddressRefused = false,
  ) {
    super(message, options);
  }
}

/** The Message-ID of a mail (RFC 5322), with the domain of its sender. */
export function formatMessageId({ id }: Pick<MailMessage, 'id'>, from: string): string {
  const domain = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}
