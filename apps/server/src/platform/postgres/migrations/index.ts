import type { Migration } from 'kysely';
import * as house from './0001-house.ts';
import * as bins from './0002-bins.ts';
import * as readings from './0003-readings.ts';
import * as people from './0004-people.ts';
import * as farms from './0005-farms.ts';
import * as library from './0006-library.ts';
import * as settings from './0007-settings.ts';
import * as loads from './0008-loads.ts';
import * as audit from './0009-audit.ts';
import * as boardsSince from './0010-boards-since.ts';
import * as binsByName from './0011-bins-by-name.ts';
import * as unreadFrames from './0012-unread-frames.ts';
import * as lastBatches from './0013-last-batches.ts';
import * as removedCables from './0014-removed-cables.ts';
import * as changesOfCustomers from './0015-changes-of-customers.ts';
import * as surnameFirst from './0016-surname-first.ts';
import * as packedExtremes from './0017-packed-extremes.ts';
import * as rolesInCode from './0018-roles-in-code.ts';

/** Every migration there has been, by name; once released, one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-house': house,
  '0002-bins': bins,
  '0003-readings': readings,
  '0004-people': people,
  '0005-farms': farms,
  '0006-library': library,
  '0007-settings': settings,
  '0008-loads': loads,
  '0009-audit': audit,
  '0010-boards-since': boardsSince,
  '0011-bins-by-name': binsByName,
  '0012-unread-frames': unreadFrames,
  '0013-last-batches': lastBatches,
  '0014-removed-cables': removedCables,
  '0015-changes-of-customers': changesOfCustomers,
  '0016-surname-first': surnameFirst,
  '0017-packed-extremes': packedExtremes,
  '0018-roles-in-code': rolesInCode,
};
