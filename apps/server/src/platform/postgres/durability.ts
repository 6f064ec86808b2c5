import type pg from 'pg';
import { assertDurable } from './database.ts';
import { PostgresError } from './errors.ts';

/**
 * Whether commits are on disk. Known only while a connection to a checked server is open: after a disconnect,
 * the server might come back with different settings.
 */
export class Durability {
  private problem: PostgresError | null = unknownSettingsError();

  /**
   * `changed` is called with the problem when the server becomes unsafe, and with null when it is safe again.
   */
  constructor(private readonly changed: (problem: PostgresError | null) => void) {}

  /** @throws PostgresError when commits might not be on disk. */
  assert(): void {
    if (this.problem !== null) throw this.problem;
  }

  /** Whether a commit could be lost because of the server's settings. */
  get isUnsafe(): boolean {
    return isUnsafeProblem(this.problem);
  }

  markDisconnected(): void {
    // An unsafe server stays unsafe until it is checked again.
    this.problem ??= unknownSettingsError();
  }

  /** Checks the server's settings; throws when it does not respond. */
  async check(client: Pick<pg.Client, 'query'>): Promise<void> {
    const previousProblem = this.problem;
    this.problem = await findProblem(client);
    const [wasUnsafe, isUnsafe] = [isUnsafeProblem(previousProblem), isUnsafeProblem(this.problem)];
    if (wasUnsafe !== isUnsafe) this.changed(this.problem);
  }
}

async function findProblem(client: Pick<pg.Client, 'query'>): Promise<PostgresError | null> {
  try {
    await assertDurable(client);
    return null;
  } catch (error) {
    if (error instanceof PostgresError) return error;
    throw error;
  }
}

function unknownSettingsError(): PostgresError {
  return new PostgresError(
    'not-running',
    'the durability settings of PostgreSQL are not known yet',
  );
}

function isUnsafeProblem(problem: PostgresError | null): boolean {
  return problem !== null && problem.code !== 'not-running';
}
