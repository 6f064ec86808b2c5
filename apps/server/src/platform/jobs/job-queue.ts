import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger as JobLogger, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { type DatabaseSource, openDatabase } from '../postgres/database.ts';
import type { Db, Trx } from '../postgres/tables.ts';

const SCHEMA = 'graphile_worker';
/** How often to look for jobs of other processes, and for those that are due later. */
const POLL_MS = 2_000;
const MAX_CONCURRENT_JOBS = 4;
/** A job takes less than this; after that, its worker is considered dead. */
const MAX_JOB_DURATION = '2 minutes';

/** The retry delay grows for this many failures, up to 7 minutes. */
const MAX_FAILURES = 5;

/**
 * Without these settings (ms), the library does not await the statement that marks a job as finished: `stop`
 * could close its connection, and an error would be an unhandled rejection, which ends the process.
 */
const JOB_COMPLETION_SETTINGS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** The longest wait for jobs in progress; after an error, the library may never report that it has stopped. */
const MAX_STOP_DURATION_MS = 15_000;

/** Runs a job; if it rejects, the job is retried later with increasing delays. */
export type JobHandler = (id: string) => Promise<void>;

/** Creates or updates the job tables. */
export async function prepareJobQueue(source: DatabaseSource, log: Logger): Promise<void> {
  const { pool, dispose } = openDatabase(source, { log, max: 1 });
  try {
    await runMigrations({ pgPool: pool, schema: SCHEMA, logger: createJobLogger(log) });
  } finally {
    await dispose();
  }
}

/**
 * Adds a job in a transaction: it runs after the commit and after the delay (ms), at least once, in any
 * process.
 */
export async function addJob(trx: Trx, queue: string, id: string, delayMs = 0): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${queue}, json_build_object('id', ${id}::text), job_key => ${id},
      run_at => now() + ${delayMs} * interval '1 millisecond')`.execute(trx);
}

/** Releases the jobs of killed processes, so that they run again. */
export async function releaseAbandonedJobs(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where locked_at < now() - ${MAX_JOB_DURATION}::interval))`.execute(db);
}

/** Keeps the retry delay of jobs that keep failing from growing to hours. */
export async function limitRetryDelays(db: Db): Promise<void> {
  await sql`
    select from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where attempts > ${MAX_FAILURES} and locked_at is null),
      attempts => ${MAX_FAILURES})`.execute(db);
}

/** Runs the jobs of the given queues. A queue with long jobs does not delay the others. */
export class JobQueues {
  private readonly stopping = new AbortController();
  /** Resolve when a queue, or one of its runners, has stopped. */
  private readonly ends: Promise<unknown>[] = [];
  private closePool = async () => {};

  constructor(
    private readonly source: DatabaseSource,
    private readonly log: Logger,
    /** Keyed by queue name. */
    private readonly handlers: Readonly<Record<string, JobHandler>>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Prepares the job tables and starts the queues. */
  async start(): Promise<void> {
    await prepareJobQueue(this.source, this.log);
    const queues = Object.entries(this.handlers);
    const { pool, dispose } = openDatabase(this.source, {
      log: this.log,
      // Each queue listens for new jobs on a connection.
      max: 2 * queues.length,
    });
    this.closePool = dispose;
    for (const [queue, handle] of queues) this.ends.push(this.keepRunning(pool, queue, handle));
  }

  /** Waits for the jobs in progress, then stops. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const timeout = pause(MAX_STOP_DURATION_MS, undefined, { ref: false });
    await Promise.race([Promise.allSettled(this.ends), timeout]);
    await this.closePool();
  }

  /** Runs a queue until it is stopped, and starts it again after errors, such as those of a database outage. */
  private async keepRunning(pool: Pool, queue: string, handle: JobHandler): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.run(pool, queue, handle).catch(this.failed);
      // Rejects only if it is aborted.
      await pause(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** Runs a queue until it is stopped, or until a job cannot be marked as finished. */
  private async run(pool: Pool, queue: string, handle: JobHandler): Promise<void> {
    const { signal } = this.stopping;
    const events: WorkerEvents = new EventEmitter();
    const failure = new Promise<void>((resolve) => {
      events.on('pool:fatalError', ({ error }) => {
        this.failed(error);
        resolve();
      });
    });
    const runner = await run({
      pgPool: pool,
      schema: SCHEMA,
      concurrency: MAX_CONCURRENT_JOBS,
      pollInterval: POLL_MS,
      noHandleSignals: true,
      parsedCronItems: [],
      events,
      logger: createJobLogger(this.log),
      taskList: { [queue]: (payload) => handle((payload as { readonly id: string }).id) },
      preset: { worker: JOB_COMPLETION_SETTINGS },
    });
    this.ends.push(runner.promise);
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), failure, runner.promise]);
    if (signal.aborted) await runner.stop();
  }
}

/**
 * Failures of jobs are reported by their handlers, so the library's messages are logged only for debugging.
 */
function createJobLogger(log: Logger): JobLogger {
  return new JobLogger(() => (_level, message) => log.debug(message));
}
