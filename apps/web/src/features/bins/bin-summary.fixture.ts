import type { BinSummary } from '@granary/contract/bins/lists';
import { summarizeReading } from '@granary/contract/bins/summarize-bin';
import type { Reading } from '@granary/contract/readings/reading-response';
import { millis } from '@granary/domain/units';
import { makeExampleReading } from '../../bin-data/reading.fixture.ts';
import { detectBinFindings } from './assess-bins.ts';

/** Two minutes after the example reading. */
export const exampleNow = millis(Date.UTC(2026, 9, 14, 14, 22));

type Overrides = Partial<Omit<BinSummary, 'latest'>> & { readonly latest?: Reading | null };

/** A listed bin, for tests; `latest` is summarized as on the server. */
export function makeBinSummary({ latest, ...overrides }: Overrides = {}): BinSummary {
  const id = overrides.id ?? 1;
  const bin = {
    id,
    name: `Home ${id}`,
    crop: 'Wheat',
    cropUnit: 'bushels',
    size: 8_000,
    volume: 5_728,
    lat: null,
    lng: null,
    mainBoardId: 'PG-0417',
    temperatureUnit: 'c',
    showsHumidity: false,
    loadMethod: 'manual',
    differenceAlertC: 5,
    farmId: 1,
    farm: { name: 'Home Yard' },
    ownerId: 3,
    ambient: null,
    fan: { isAttached: true, isRunning: false, since: null },
    fanMode: 'manual',
    sensorsInformation: {},
    usualIntervalS: 600,
    cables: [{ cable: 1, name: 'Cable 1', crop: null }],
    latest: null,
    findings: [{ kind: 'never-read' }],
    trend: null,
    hotSince: null,
    boardProblems: null,
    hasOpenEntry: false,
    peopleInside: [],
    version: 4,
  } satisfies BinSummary;
  const reading = latest === undefined ? makeExampleReading({ binId: id }) : latest;
  const settings: BinSummary = { ...bin, ...overrides };
  if (reading === null) return settings;
  return {
    ...settings,
    latest: summarizeReading(settings, reading),
    findings:
      overrides.findings ?? detectBinFindings({ ...settings, alerts: [] }, reading, reading.at),
  };
}
