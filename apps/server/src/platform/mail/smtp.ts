import { createTransport, type Transporter } from 'nodemailer';
import { isLoopback } from '../../config/config.ts';
import { type Mail, MailError, type Message } from './mail.ts';

/** Whoever asked for a mail waits for the answer; a server that is away must not keep them long. */
const TIMEOUT_MS = 10_000;

/** Sends mails through the operator's mail server. */
export class SmtpMail implements Mail {
  readonly isSent = true;
  private readonly transport: Transporter;

  /**
   * @param url `smtp://` or `smtps://` with user and password where the server wants them. Beyond
   *   this machine the connection must be encrypted, unless the address says `?requireTLS=false`.
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
      ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS },
      socketTimeout: TIMEOUT_MS,
    });
  }

  async send(message: Message): Promise<void> {
    try {
      await this.transport.sendMail({ from: this.from, ...message });
    } catch (cause) {
      throw new MailError('The mail server did not take a mail.', { cause });
    }
  }
}
