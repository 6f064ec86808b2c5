import type { Migration } from 'kysely';
import * as accountsFarmsBoards from './0001-accounts-farms-boards.ts';
import * as bins from './0002-bins.ts';
import * as readings from './0003-readings.ts';
import * as profilesNotificationsAudit from './0004-profiles-notifications-audit.ts';
import * as versionsSearchFanCommands from './0005-versions-search-fan-commands.ts';
import * as cropsFirmware from './0006-crops-firmware.ts';
import * as alertsCableChanges from './0007-alerts-cable-changes.ts';
import * as loadVersions from './0008-load-versions.ts';
import * as auditWithoutReferences from './0009-audit-without-references.ts';
import * as boardOwnershipStart from './0010-board-ownership-start.ts';
import * as binsByName from './0011-bins-by-name.ts';
import * as unreadableFramesIndex from './0012-unreadable-frames-index.ts';
import * as lastBatches from './0013-last-batches.ts';
import * as removedCables from './0014-removed-cables.ts';
import * as auditDistributors from './0015-audit-distributors.ts';
import * as searchFullNames from './0016-search-full-names.ts';
import * as packedExtremes from './0017-packed-extremes.ts';
import * as rolesInCode from './0018-roles-in-code.ts';
import * as grainValues from './0019-grain-values.ts';
import * as dealerContact from './0020-dealer-contact.ts';
import * as placeProviders from './0021-place-providers.ts';
import * as preferredUnits from './0022-preferred-units.ts';
import * as notifyAccessChanges from './0023-notify-access-changes.ts';
import * as securityEvents from './0024-security-events.ts';
import * as sessionsInvitations from './0025-sessions-invitations.ts';
import * as twoFactor from './0026-two-factor.ts';
import * as boardProblems from './0027-board-problems.ts';
import * as alerts from './0028-alerts.ts';
import * as outbox from './0029-outbox.ts';
import * as alertMails from './0030-alert-mails.ts';
import * as pushKeys from './0031-push-keys.ts';
import * as weeklyMails from './0032-weekly-mails.ts';
import * as sms from './0033-sms.ts';
import * as alertNotices from './0034-alert-notices.ts';
import * as quietHoursChannels from './0035-quiet-hours-channels.ts';
import * as binStates from './0036-bin-states.ts';
import * as commands from './0037-commands.ts';
import * as fanSchedules from './0038-fan-schedules.ts';
import * as deletedLoads from './0039-deleted-loads.ts';
import * as fanHolds from './0040-fan-holds.ts';
import * as cableCommands from './0041-cable-commands.ts';
import * as dayMoistures from './0042-day-moistures.ts';
import * as riskSwitches from './0043-risk-switches.ts';
import * as serverAlerts from './0044-server-alerts.ts';
import * as farmContacts from './0045-farm-contacts.ts';
import * as messageFarms from './0046-message-farms.ts';
import * as entries from './0047-entries.ts';
import * as fanReportOrder from './0048-fan-report-order.ts';
import * as fanReportsByArrival from './0050-fan-reports-by-arrival.ts';
import * as powerCutNotices from './0051-power-cut-notices.ts';
import * as fanEnergy from './0052-fan-energy.ts';
import * as summaryBefore from './0053-summary-before.ts';
import * as powerCutNoticeOfFan from './0054-power-cut-notice-of-fan.ts';
import * as packedSensorExtremes from './0055-packed-sensor-extremes.ts';
import * as reminders from './0056-reminders.ts';
import * as messagesToContacts from './0057-messages-to-contacts.ts';
import * as binEntries from './0058-bin-entries.ts';
import * as wantedInstallationMode from './0059-wanted-installation-mode.ts';
import * as notificationTimes from './0060-notification-times.ts';
import * as powerCutFailures from './0061-power-cut-failures.ts';
import * as commandClock from './0062-command-clock.ts';
import * as routineEvaluations from './0063-routine-evaluations.ts';

/** All migrations by key. Each database stores the keys, so never change a released key or migration. */
export const migrations: Record<string, Migration> = {
  '0001-house': accountsFarmsBoards,
  '0002-bins': bins,
  '0003-readings': readings,
  '0004-people': profilesNotificationsAudit,
  '0005-farms': versionsSearchFanCommands,
  '0006-library': cropsFirmware,
  '0007-settings': alertsCableChanges,
  '0008-loads': loadVersions,
  '0009-audit': auditWithoutReferences,
  '0010-boards-since': boardOwnershipStart,
  '0011-bins-by-name': binsByName,
  '0012-unread-frames': unreadableFramesIndex,
  '0013-last-batches': lastBatches,
  '0014-removed-cables': removedCables,
  '0015-changes-of-customers': auditDistributors,
  '0016-surname-first': searchFullNames,
  '0017-packed-extremes': packedExtremes,
  '0018-roles-in-code': rolesInCode,
  '0019-grain-values': grainValues,
  '0020-dealer-contact': dealerContact,
  '0021-place-providers': placeProviders,
  '0022-preferred-units': preferredUnits,
  '0023-notify-access-changes': notifyAccessChanges,
  '0024-security-events': securityEvents,
  '0025-sessions-invitations': sessionsInvitations,
  '0026-two-factor': twoFactor,
  '0027-board-problems': boardProblems,
  '0028-alerts': alerts,
  '0029-outbox': outbox,
  '0030-alert-mails': alertMails,
  '0031-push-keys': pushKeys,
  '0032-weekly-mails': weeklyMails,
  '0033-sms': sms,
  '0034-alert-notices': alertNotices,
  '0035-quiet-hours-channels': quietHoursChannels,
  '0036-bin-states': binStates,
  '0037-commands': commands,
  '0038-fan-schedules': fanSchedules,
  '0039-deleted-loads': deletedLoads,
  '0040-fan-holds': fanHolds,
  '0041-cable-commands': cableCommands,
  '0042-day-moistures': dayMoistures,
  '0043-risk-switches': riskSwitches,
  '0044-server-alerts': serverAlerts,
  '0045-farm-contacts': farmContacts,
  '0046-message-farms': messageFarms,
  '0047-entries': entries,
  '0048-fan-report-order': fanReportOrder,
  '0050-fan-reports-by-arrival': fanReportsByArrival,
  '0051-power-cut-notices': powerCutNotices,
  '0052-fan-energy': fanEnergy,
  '0053-summary-before': summaryBefore,
  '0054-power-cut-notice-of-fan': powerCutNoticeOfFan,
  '0055-packed-sensor-extremes': packedSensorExtremes,
  '0056-reminders': reminders,
  '0057-messages-to-contacts': messagesToContacts,
  '0058-bin-entries': binEntries,
  '0059-wanted-installation-mode': wantedInstallationMode,
  '0060-notification-times': notificationTimes,
  '0061-power-cut-failures': powerCutFailures,
  '0062-command-clock': commandClock,
  '0063-routine-evaluations': routineEvaluations,
};
