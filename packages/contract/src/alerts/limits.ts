import * as z from 'zod/mini';
import { alertLimitNames, alertLimits, toSettingWireName } from '../bins/settings.ts';
import { route } from '../route.ts';
import { id, wireBody, wireObject } from '../wire.ts';

/** The maximum number of bins in a preview, and in a change. */
export const MAX_BINS_PER_CHANGE = 500;

/** The maximum length of bin search text. */
export const MAX_BIN_SEARCH_LENGTH = 100;

/** A change to a limit; null means that the alert is off. Temperatures in °C. */
const limitChange = wireObject({
  limit: ['limit', z.enum(alertLimitNames.map(toSettingWireName))],
  before: ['before', z.nullable(z.number())],
  after: ['after', z.nullable(z.number())],
});

const previewedBin = wireObject({
  id: ['bin_id', id],
  name: ['bin_name', z.string()],
  farmName: ['farm_name', z.string()],
  ownerName: ['user_name', z.string()],
  crop: ['crop_name', z.nullable(z.string())],
  version: ['version', z.int()],
  changes: ['changes', z.array(limitChange)],
  /** The minimum level would not be below the maximum, so the bin cannot change. */
  hasCrossedLevels: ['levels_crossed', z.boolean()],
});
export type PreviewedBin = z.output<typeof previewedBin>;

const limitPreview = wireObject({
  /** The number of bins found, and how many of them would change. */
  foundCount: ['found', z.int()],
  changingCount: ['changing', z.int()],
  /** The first bins that would change, sorted by owner, farm and name. */
  bins: ['bins', z.array(previewedBin)],
});
export type LimitPreview = z.output<typeof limitPreview>;

export const previewAlertLimits = route('POST', 'alerts/limits/preview', {
  summary:
    "Preview which of the caller's bins would change with these alert limits; searches bin, farm, owner and crop names",
  body: wireBody({
    limits: ['limits', alertLimits],
    search: ['search', z._default(z.string().check(z.maxLength(MAX_BIN_SEARCH_LENGTH)), '')],
  }),
  response: limitPreview,
});

/** A bin whose limits did not change, and why. */
const unchangedBin = wireObject({
  id: ['bin_id', id],
  reason: ['reason', z.enum(['changed-since', 'levels-crossed', 'not-allowed', 'not-found'])],
});

const limitOutcome = wireObject({
  changedCount: ['changed', z.int()],
  unchanged: ['unchanged', z.array(unchangedBin)],
});
export type LimitOutcome = z.output<typeof limitOutcome>;

export const applyAlertLimits = route('POST', 'alerts/limits', {
  summary: 'Set these alert limits on bins, except those that have changed since the given version',
  body: wireBody({
    limits: ['limits', alertLimits],
    bins: [
      'bins',
      z
        .array(wireBody({ id: ['bin_id', id], version: ['version', z.int()] }))
        .check(z.minLength(1), z.maxLength(MAX_BINS_PER_CHANGE)),
    ],
  }),
  response: limitOutcome,
});
