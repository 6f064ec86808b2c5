import { DEMO_PASSWORD, type DemoUser, demoUserEmail } from './demo-users.ts';

/** The fields of a bin that tests need. */
export interface ApiBin {
  readonly id: string;
  readonly bin_name: string;
  readonly bin_topic: string;
  readonly farm_id: string;
  readonly user_id: string;
}

/** An API client that is signed in to one account. */
export class ApiClient {
  private constructor(
    private readonly url: string,
    readonly token: string,
  ) {}

  static forDemoUser(user: DemoUser, url: string): Promise<ApiClient> {
    return ApiClient.signIn(demoUserEmail(user), DEMO_PASSWORD, url);
  }

  /** Signs in with this email address and password; returns a client. */
  static async signIn(email: string, password: string, url: string): Promise<ApiClient> {
    const response = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return new ApiClient(url, (await readPayload(response)) as string);
  }

  /** Sends a GET request and returns the payload of the response; throws on an error response. */
  async get(path: string): Promise<unknown> {
    return readPayload(await this.fetch(path));
  }

  /**
   * Sends a request that changes data and returns the payload of the response; throws on an error response.
   */
  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<unknown> {
    return readPayload(await this.fetch(path, method, body));
  }

  /** Uploads a small file with this name and these form fields; throws on an error response. */
  async upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    name: string,
  ): Promise<void> {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append('file', new Blob(['.']), name);
    const headers = { authorization: `Bearer ${this.token}` };
    const url = `${this.url}/api/${path}`;
    await readPayload(await fetch(url, { method: 'POST', headers, body: form }));
  }

  /** Resets all sensors of a bin to the default status. */
  async resetSensors(binId: string): Promise<void> {
    await readPayload(await this.fetch(`board/allSensors/${binId}/unmute`, 'POST'));
  }

  /** The bins in this account's lists, keyed by name. */
  async listBins(): Promise<ReadonlyMap<string, ApiBin>> {
    const bins = (await this.get('board/getAllBinForAUser')) as readonly ApiBin[];
    return new Map(bins.map((bin) => [bin.bin_name, bin]));
  }

  /** The time of the reading with this page number, ms; null after the last page. */
  async findReadingTime(binId: string, pageNo: number): Promise<number | null> {
    const path = `board/getSensorReading?bin_sensor_id=${binId}&page_no=${pageNo}`;
    const response = await this.fetch(path);
    if (response.status === 404) return null;
    return Date.parse(((await readPayload(response)) as { date_time: string }).date_time);
  }

  private fetch(path: string, method = 'GET', body?: unknown): Promise<Response> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    const request: RequestInit = { method, headers };
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      request.body = JSON.stringify(body);
    }
    return fetch(`${this.url}/api/${path}`, request);
  }
}

async function readPayload(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} responded with ${response.status}: ${text}`);
  return (JSON.parse(text) as { RESP_MSG: unknown }).RESP_MSG;
}
