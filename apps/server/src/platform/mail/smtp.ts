import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '../../config/config.ts';
import { formatMessageId, MailError, type MailMessage, type MailTransport } from './mail.ts';

/** An unavailable mail server must not block the mail queue. */
const TIMEOUT_MS = 10_000;

/** Sends mails through the operator's mail server. */
export class SmtpTransport implements MailTransport {
  readonly deliversMail = true;
  private readonly transport: Transporter;

  /**
   * @param url `smtp://` or `smtps://`, with user and password when the server requires them. The
   *   connection to another machine must be encrypted, unless the URL has `?requireTLS=false`.
   */
  constructor(
    url: string,
    private readonly from: string,
  ) {
    this.transport = createTransport({
      url,
      requireTLS: !isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, '')),
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  }

  async send({ id, ...message }: MailMessage): Promise<void> {
    try {
      await this.transport.sendMail({
        from: this.from,
        messageId: formatMessageId({ id }, this.from),
        ...message,
      });
    } catch (cause) {
      const text = 'The mail server did not accept a mail.';
      throw new MailError(text, { cause }, isAddressRefused(cause));
    }
  }
}

/** Whether the server refused the recipient with a permanent error (RFC 5321, section 4.2.1). */
function isAddressRefused(error: unknown): boolean {
  const { command, responseCode } = error as {
    readonly command?: string;
    readonly responseCode?: number;
  };
  return command === 'RCPT TO' && (responseCode ?? 0) >= 500;
}
