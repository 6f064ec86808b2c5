import type { BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

/** An error response that a test causes on purpose. */
interface ExpectedResponse {
  readonly status: number;
  /** The path of the call, without its query. */
  readonly path: string;
}

const FAILED_RESPONSE = /^Failed to load resource: the server responded with a status of (\d+)/;
const LOST_CONNECTION =
  /^Failed to load resource: net::ERR_|^WebSocket connection to '.*' failed|^TypeError: Failed to fetch dynamically imported module|^Error: Unable to preload CSS/;

/** Collects the console errors and the uncaught errors of pages. */
export class ConsoleErrors {
  private readonly unexpectedErrors: string[] = [];
  private readonly expectedResponses: ExpectedResponse[] = [];
  private isLostConnectionAllowed = false;

  constructor(private readonly context: BrowserContext) {}

  /** Listens to every page of the context. */
  watch(): void {
    this.context.on('console', this.addMessage).on('weberror', this.addError);
  }

  unwatch(): void {
    this.context.off('console', this.addMessage).off('weberror', this.addError);
  }

  /** Allows Chromium's message about a response that the test provokes. */
  allowStatus(status: number, path: string): void {
    this.expectedResponses.push({ status, path });
  }

  /** Allows Chromium's messages about a server or a file that the test makes unreachable. */
  allowLostConnection(): void {
    this.isLostConnectionAllowed = true;
  }

  /** The errors that were not allowed. */
  get problems(): readonly string[] {
    return this.unexpectedErrors;
  }

  private readonly addMessage = (message: ConsoleMessage) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    if (!this.isAllowed(message.text(), url))
      this.unexpectedErrors.push(`${message.text()} (${url})`);
  };

  private readonly addError = (webError: WebError) => {
    const error = webError.error();
    this.unexpectedErrors.push(error.stack ?? error.message);
  };

  private isAllowed(text: string, url: string): boolean {
    if (this.isLostConnectionAllowed && LOST_CONNECTION.test(text)) return true;
    const status = Number(FAILED_RESPONSE.exec(text)?.[1]);
    return this.expectedResponses.some(
      (expectedResponse) =>
        expectedResponse.status === status && expectedResponse.path === new URL(url).pathname,
    );
  }
}
