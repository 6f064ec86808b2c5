import type pg from 'pg';
import { assertDurable } from './database.ts';
import { PostgresError } from './errors.ts';

/**
 * Whether what is committed can be taken for on disk. It can while a connection stands whose server
 * said so: a server that went away may come back with other settings.
 */
export class Durability {
  private problem: PostgresError | null = unknown();

  /** `changed` is told of a server that must not be trusted, and of the first one after it. */
  constructor(private readonly changed: (problem: PostgresError | null) => void) {}

  /** @throws PostgresError where nothing may be promised now. */
  assert(): void {
    if (this.problem !== null) throw this.problem;
  }

  /** Whether the server said that a committed reading could be lost. */
  get isRefused(): boolean {
    return isRefused(this.problem);
  }

  /** The server went away. */
  doubt(): void {
    // One that is not to be trusted stays so until it is asked again.
    this.problem ??= unknown();
  }

  /** Asks the server; throws where it does not answer. */
  async check(client: Pick<pg.Client, 'query'>): Promise<void> {
    const before = this.problem;
    this.problem = await problemOf(client);
    const [wasBad, isBad] = [isRefused(before), isRefused(this.problem)];
    if (wasBad !== isBad) this.changed(this.problem);
  }
}

async function problemOf(client: Pick<pg.Client, 'query'>): Promise<PostgresError | null> {
  try {
    await assertDurable(client);
    return null;
  } catch (error) {
    if (error instanceof PostgresError) return error;
    throw error;
  }
}

function unknown(): PostgresError {
  return new PostgresError('not-running', 'whether PostgreSQL keeps what it commits is not known');
}

function isRefused(problem: PostgresError | null): boolean {
  return problem !== null && problem.code !== 'not-running';
}
