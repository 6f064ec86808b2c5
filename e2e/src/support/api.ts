import { DEMO_PASSWORD, type DemoUser, demoUserEmail } from './demo-users.ts';

/** The fields of a bin that tests need. */
export interface BinOnWire {
  readonly id: string;
  readonly bin_name: string;
  readonly bin_topic: string;
  readonly farm_id: string;
  readonly user_id: string;
}

/** A client of the API with the session of one account. */
export class ApiClient {
  private constructor(
    private readonly url: string,
    readonly token: string,
  ) {}

  static as(person: DemoUser, url: string): Promise<ApiClient> {
    return ApiClient.with(demoUserEmail(person), DEMO_PASSWORD, url);
  }

  /** A client for the account with this address and password. */
  static async with(email: string, password: string, url: string): Promise<ApiClient> {
    const answer = await fetch(`${url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return new ApiClient(url, (await payloadOf(answer)) as string);
  }

  /** The payload of a call; throws if it was refused. */
  async get(path: string): Promise<unknown> {
    return payloadOf(await this.fetch(path));
  }

  /** The payload of a call that changes something; throws if it was refused. */
  async send(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown): Promise<unknown> {
    return payloadOf(await this.fetch(path, method, body));
  }

  /** Sends a form with a small file of that name; throws if it was refused. */
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
    await payloadOf(await fetch(url, { method: 'POST', headers, body: form }));
  }

  /** Sets all sensors of a bin back to default. */
  async resetSensors(binId: string): Promise<void> {
    await payloadOf(await this.fetch(`board/allSensors/${binId}/unmute`, 'POST'));
  }

  /** The bins that this account's lists show, by name. */
  async bins(): Promise<ReadonlyMap<string, BinOnWire>> {
    const bins = (await this.get('board/getAllBinForAUser')) as readonly BinOnWire[];
    return new Map(bins.map((bin) => [bin.bin_name, bin]));
  }

  /** When the reading with a record number was taken, ms; null past the last. */
  async readAt(binId: string, pageNo: number): Promise<number | null> {
    const path = `board/getSensorReading?bin_sensor_id=${binId}&page_no=${pageNo}`;
    const answer = await this.fetch(path);
    if (answer.status === 404) return null;
    return Date.parse(((await payloadOf(answer)) as { date_time: string }).date_time);
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

async function payloadOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { RESP_MSG: unknown }).RESP_MSG;
}
