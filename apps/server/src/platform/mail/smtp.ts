import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '../../config/config.ts';
import { MailError, type MailMessage, type MailTransport } from './mail.ts';

/** A caller waits for the response, so an unavailable mail server must fail soon. */
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

  async send(message: MailMessage): Promise<void> {
    try {
      await this.transport.sendMail({ from: this.from, ...message });
    } catch (cause) {
      throw new MailError('The mail server did not accept a mail.', { cause });
    }
  }
}
