import { purgePeople } from '../accounts/purge-store.ts';
import { DELETED_KEPT } from '../bins/deletion/delete-bins.ts';
import { purgeBins } from '../bins/deletion/store.ts';
import { loadBin } from '../bins/store.ts';
import { purgeFarms } from '../farms/deletion-store.ts';
import { rebuildAllDays } from '../ingest/rebuild-days.ts';
import { Background } from '../platform/jobs/background.ts';
import { clearKeptMails } from '../platform/mail/kept.ts';
import { Upkeep } from '../upkeep.ts';
import type { Ground } from './dependencies.ts';
import { mailFolder } from './wire-accounts.ts';
import type { GrowingTables } from './wire-ingest.ts';

/** What is done beside everything else, and each hour. */
export interface BackgroundWork {
  readonly upkeep: Upkeep;
  /** Purges what was deleted long ago. */
  readonly purge: Background;
  /** Cuts the days of bins anew whose farm got another time zone. */
  readonly rebuild: Background;
}

export function composeBackground(ground: Ground, tables: GrowingTables): BackgroundWork {
  const { db, now, failed, config } = ground;
  const rebuild = new Background(
    (signal) => rebuildAllDays({ db, loadBin, failed }, signal),
    failed,
  );
  const purge = new Background(async (signal) => {
    const before = new Date(now() - DELETED_KEPT);
    await purgeBins(db, before, signal);
    await purgeFarms(db, before);
    await purgePeople(db, before, signal);
  }, failed);
  const upkeep = new Upkeep({
    ...{ db, rawDays: config.rawDays, ...tables, now, failed },
    clearInBackground: () => {
      void purge.run();
      void rebuild.run();
      clearKeptMails(mailFolder(config), now()).catch(failed);
    },
  });
  return { upkeep, purge, rebuild };
}
