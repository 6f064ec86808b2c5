import type { Bin } from '@granary/contract/bins/http';
import type { FanDetails } from '@granary/contract/commands/http';
import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanDetailsQuery, isCommandOpen, useFanCommand } from '../api/fan-commands.ts';
import { describeOutcome, describeRequest, hasCommandFailed } from '../describe-command.ts';
import { useCommandErrorMessage } from '../use-command-error.ts';
import { EntryPanel } from './entry-panel.tsx';
import { FanConfirmDialog } from './fan-confirm-dialog.tsx';
import classes from './fans.module.css';

type ControlledBin = Pick<
  Bin,
  | 'id'
  | 'name'
  | 'mainBoardId'
  | 'binNumber'
  | 'fan'
  | 'fanMode'
  | 'plenumSensorAttached'
  | 'hasOpenEntry'
  | 'alerts'
>;

/**
 * Turns a bin's fan on and off, and shows what was requested, confirmed and measured. For a bin without a
 * fan, it shows only open entries, so that they can be closed.
 */
export function FanControl({ bin }: { readonly bin: ControlledBin }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const canCommand = useCan('fans.write');
  const query = useQuery({ ...fanDetailsQuery(bin.id), enabled: bin.fan.isAttached });
  const command = useFanCommand();
  const formatError = useCommandErrorMessage();
  const [requestedState, setRequestedState] = useState<boolean | null>(null);
  if (!bin.fan.isAttached) return bin.hasOpenEntry ? <OpenEntry bin={bin} /> : null;
  const isOn = command.isPending ? command.variables.isOn : isTurnedOn(bin, query.data);
  const isDisabled = !canCommand || isOffline || command.isPending;
  const hasOpenEntry = query.data != null && query.data.entries.length > 0;
  return (
    <section className={classes['history']} aria-label={t('fan.command.title')}>
      <h2 className={classes['heading']}>{t('fan.command.title')}</h2>
      {query.data && <EntryPanel bin={bin} entries={query.data.entries} />}
      {bin.fanMode === 'automatic' && (
        <Notice state="warning" title={t('fan.automaticTitle')} detail={t('fan.automaticDetail')} />
      )}
      {command.isError && <Notice state="warning" isAlert title={formatError(command.error)} />}
      <Switch
        size="lg"
        label={t('fan.command.switch', { bin: bin.name })}
        checked={isOn === true}
        disabled={isDisabled || (hasOpenEntry && isOn !== true)}
        description={describeSwitch(isOn, isOffline, t)}
        onChange={(event) => setRequestedState(event.currentTarget.checked)}
      />
      {(isOn === null || query.data?.isLockedOut) && (
        <Button variant="default" disabled={isDisabled} onClick={() => setRequestedState(false)}>
          {t('fan.command.turnOff')}
        </Button>
      )}
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={64} />}
        errorTitle={t('fan.loadError')}
      >
        {(details) => <FanFacts details={details} isMeasured={bin.plenumSensorAttached} />}
      </QueryContent>
      {requestedState !== null && (
        <FanConfirmDialog
          bin={bin}
          isOn={requestedState}
          onConfirm={(runForS) => {
            setRequestedState(null);
            command.mutate({ bin, isOn: requestedState, runForS });
          }}
          onCancel={() => setRequestedState(null)}
        />
      )}
    </section>
  );
}

/** The people in or near a bin without a fan. */
function OpenEntry({ bin }: { readonly bin: ControlledBin }) {
  const { t } = useTranslation();
  return (
    <QueryContent
      query={useQuery(fanDetailsQuery(bin.id))}
      loadingContent={<LoadingBlocks count={1} height={64} />}
      errorTitle={t('fan.loadError')}
    >
      {({ entries }) => <EntryPanel bin={bin} entries={entries} />}
    </QueryContent>
  );
}

/**
 * Returns the state that an open command requests; otherwise the state that the board reported, because the
 * airflow changes later. Null if the board has not reported for a long time: the fan may have been switched
 * since. Until the details load, returns the bin's fan state.
 */
function isTurnedOn({ fan }: ControlledBin, details: FanDetails | undefined): boolean | null {
  if (details === undefined) return fan.isRunning;
  if (isCommandOpen(details)) return details.fan === 'on';
  if (details.currentState === null) return null;
  return (details.reportedState ?? details.currentState) === 'on';
}

function describeSwitch(isOn: boolean | null, isOffline: boolean, t: TFunction): string | null {
  if (isOffline) return t('live.cannotChange');
  return isOn === null ? t('fan.command.stateUnknown') : null;
}

/** The text keys for the board's current report about its fan, and for its last report if that is old. */
const reportTextKeys = {
  current: { on: 'fan.onSince', off: 'fan.offSince' },
  old: { on: 'fan.command.lastOn', off: 'fan.command.lastOff' },
} as const;

interface FanFactsProps {
  readonly details: FanDetails;
  /** Whether the airflow is measured. */
  readonly isMeasured: boolean;
}

function FanFacts({ details, isMeasured }: FanFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { currentState, reportedState, reportedSince, hasAirflow } = details;
  const outcome = describeOutcome(details, { t, format, now });
  return (
    <>
      {details.isLockedOut && (
        <Notice
          state="warning"
          isTinted
          title={t('fan.command.locked')}
          detail={t('fan.command.lockedDetail')}
        />
      )}
      <dl className={classes['facts']}>
        <div>
          <dt>{t('fan.command.requested')}</dt>
          <dd>{describeRequest(details, { t, format, now })}</dd>
          {outcome !== null && (
            <dd className={classes[hasCommandFailed(details) ? 'failed' : 'secondary']}>
              {hasCommandFailed(details) && <StateIcon state="warning" />}
              {outcome}
            </dd>
          )}
        </div>
        <div>
          <dt>{t('fan.command.confirmed')}</dt>
          <dd>
            {reportedState === null || reportedSince === null
              ? t('fan.command.notReported')
              : t(reportTextKeys[currentState === null ? 'old' : 'current'][reportedState], {
                  time: format.dateTime(reportedSince, now),
                })}
          </dd>
        </div>
        {isMeasured && (
          <div>
            <dt>{t('fan.command.airflow')}</dt>
            <dd>
              {t(
                hasAirflow === null
                  ? 'fan.command.airUnknown'
                  : hasAirflow
                    ? 'fan.command.airMoves'
                    : 'fan.command.airStill',
              )}
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}
