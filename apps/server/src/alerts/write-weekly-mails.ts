import { findDueWeek } from '@granary/domain/alerts/weekly-mail';
import { toKnownZone } from '@granary/domain/bins/known-zone';
import type { BinState } from '@granary/domain/bins/state';
import { DAY, type Millis, millis, type TemperatureUnit } from '@granary/domain/units';
import { findAlertsToMail } from './alert-mails-store.ts';
import type { AlertMailPorts } from './mail-alerts.ts';
import {
  type FormatWeeklyMailMessage,
  type GrainMeans,
  type WeeklyBin,
  writeWeeklyMail,
} from './weekly-mail.ts';
import {
  findFarmsToMail,
  findTimeZones,
  recordWeeklyMail,
  type WeeklyFarm,
} from './weekly-mails-store.ts';

export interface WeeklyMailPorts
  extends Omit<AlertMailPorts, 'formatMessage' | 'deliversMail' | 'notify'> {
  formatMessage: FormatWeeklyMailMessage;
  /** The current states of bins. */
  findBinStates(ids: readonly number[]): Promise<
    readonly {
      readonly binId: number;
      readonly binName: string;
      readonly temperatureUnit: TemperatureUnit;
      readonly state: BinState;
    }[]
  >;
  /**
   * The means of the sensors under grain in the newest reading at or before each of the given times, in the
   * same order.
   */
  averageGrain(binId: number, times: readonly Millis[]): Promise<readonly GrainMeans[]>;
  /** How long a bin's fan ran between two times, ms. */
  findFanRunTime(binId: number, from: Millis, to: Millis): Promise<number>;
}

const WEEK = 7 * DAY;
/** A mail that has not been sent within a day is outdated. */
const MESSAGE_LIFETIME = DAY;

/**
 * Writes the weekly mails that are due: one for each farm with bins, to its owner. An error with one farm
 * does not stop the others.
 */
export async function writeWeeklyMails(ports: WeeklyMailPorts, signal: AbortSignal): Promise<void> {
  for (const timeZone of await findTimeZones(ports.db)) {
    const week = findDueWeek(ports.now(), toKnownZone(timeZone));
    if (week === null) continue;
    for (const farm of await findFarmsToMail(ports.db, timeZone, week)) {
      if (signal.aborted) return;
      await mailFarm(ports, farm, toKnownZone(timeZone), week).catch(ports.failed);
    }
  }
}

async function mailFarm(
  ports: WeeklyMailPorts,
  farm: WeeklyFarm,
  timeZone: string,
  week: string,
): Promise<void> {
  const { farmId, farmName, userId, email } = farm;
  const at = ports.now();
  const bins = await loadBins(ports, farm, at);
  const message = writeWeeklyMail(
    { farmName, timeZone, at, bins },
    ports.toLanguage(farm.language),
    ports.publicUrl,
    ports.formatMessage,
  );
  await ports.db.transaction().execute(async (trx) => {
    if (!(await recordWeeklyMail(trx, farmId, week))) return;
    const expiresAt = millis(at + MESSAGE_LIFETIME);
    await ports.addMail(trx, { to: email, ...message }, { userId, farmId, expiresAt });
  });
}

async function loadBins(
  { db, findBinStates, averageGrain, findFanRunTime }: WeeklyMailPorts,
  { farmId, bins }: WeeklyFarm,
  at: Millis,
): Promise<WeeklyBin[]> {
  const from = millis(at - WEEK);
  const binStates = await findBinStates(bins.map(({ id }) => id));
  const alerts = await findAlertsToMail(db, farmId, 'all');
  const weeklyBins: WeeklyBin[] = [];
  // One after another, to leave database connections for other work.
  for (const bin of binStates) {
    const hasFan = bins.some(({ id, hasFan }) => id === bin.binId && hasFan);
    const [grainWeekAgo, currentGrain] = await averageGrain(bin.binId, [from, at]);
    const openAlerts = alerts.filter(({ binId }) => binId === bin.binId);
    weeklyBins.push({
      ...bin,
      alerts: openAlerts,
      grain: currentGrain ?? UNKNOWN_MEANS,
      grainWeekAgo: grainWeekAgo ?? UNKNOWN_MEANS,
      fanRunTime: hasFan ? await findFanRunTime(bin.binId, from, at) : null,
    });
  }
  return weeklyBins;
}

const UNKNOWN_MEANS: GrainMeans = { temperature: null, moisture: null };
