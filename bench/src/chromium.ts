import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  devices,
  type Page,
  type Request,
} from '@playwright/test';

/** The screen sizes at which pages are measured. */
export type Device = 'phone' | 'desktop';

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } };
const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } };

/** Launches Debian's Chromium, or the browser in CHROMIUM, without background requests. */
export function launchChromium(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
}

/** Creates a browser context, signed in if a token is given. */
export async function createVisitorContext(
  browser: Browser,
  url: string,
  device: Device,
  token: string | null,
): Promise<BrowserContext> {
  const localStorage = token === null ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    ...(device === 'phone' ? phone : desktop),
    baseURL: url,
    locale: 'en-US',
    storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] },
  });
  // tsx wraps functions in a naming helper that is missing in the page they are sent to.
  await context.addInitScript('globalThis.__name = (named) => named;');
  return context;
}

/** Emulates a slow phone: a quarter of the CPU speed, 1.6 Mbit/s, and a round trip of 150 ms. */
export async function emulateSlowPhone(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return devtools;
}

/** Collects the sizes of responses over the wire until the returned function is called. */
export function collectTransferSizes(page: Page) {
  const measure = async (request: Request) => {
    const isScript = request.resourceType() === 'script';
    const isApiRequest = new URL(request.url()).pathname.startsWith('/api/');
    const { responseBodySize } = await request.sizes();
    const raw = isScript ? ((await (await request.response())?.body())?.length ?? 0) : 0;
    return { isScript, isApiRequest, bytes: responseBodySize, raw };
  };
  const requests: ReturnType<typeof measure>[] = [];
  const add = (request: Request) => void requests.push(measure(request));
  page.on('requestfinished', add);
  return async () => {
    // The end of the visit might interrupt a later request.
    page.off('requestfinished', add);
    const measurements = await Promise.all(requests);
    const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
    const calls = measurements.filter((response) => response.isApiRequest);
    return {
      scriptBytes: sum(
        measurements.filter((response) => response.isScript).map((response) => response.bytes),
      ),
      uncompressedScriptBytes: sum(measurements.map((response) => response.raw)),
      totalBytes: sum(measurements.map((response) => response.bytes)),
      calls: calls.length,
      callBytes: sum(calls.map((call) => call.bytes)),
    };
  };
}
