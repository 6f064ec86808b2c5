import type { Bin } from '@granary/contract/bins/http';
import type { FanDetails } from '@granary/contract/commands/http';
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useLiveState } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { fanDetailsQuery, isCommandOpen, useFanCommand } from '../api/fan-commands.ts';
import { describeOutcome, describeRequest } from '../describe-command.ts';
import { useCommandError } from '../use-command-error.ts';
import { EntryPanel } from './entry-panel.tsx';
import { FanQuestion } from './fan-question.tsx';
import classes from './fans.module.css';

type ControlledBin = Pick<
  Bin,
  'id' | 'name' | 'mainBoardId' | 'binNumber' | 'fan' | 'fanMode' | 'plenumSensorAttached'
>;

/** Turns the fan of a bin on and off, and shows what was requested, confirmed and measured. */
export function FanControl({ bin }: { readonly bin: ControlledBin }) {
  const { t } = useTranslation();
  const isOffline = useLiveState().kind === 'offline';
  const mayCommand = useCan('fans.write');
  const query = useQuery({ ...fanDetailsQuery(bin.id), enabled: bin.fan.attached });
  const command = useFanCommand();
  const toMessage = useCommandError();
  const [wanted, setWanted] = useState<boolean | null>(null);
  if (!bin.fan.attached) return null;
  const isOn = command.isPending ? command.variables.isOn : isTurnedOn(bin, query.data);
  const isEntered = query.data != null && query.data.entry !== null;
  return (
    <section className={classes['history']} aria-label={t('fan.command.title')}>
      <h2 className={classes['heading']}>{t('fan.command.title')}</h2>
      {query.data && <EntryPanel bin={bin} entry={query.data.entry} />}
      {command.isError && <Notice state="warning" isAlert title={toMessage(command.error)} />}
      <Switch
        size="lg"
        label={t('fan.command.switch', { bin: bin.name })}
        checked={isOn}
        disabled={!mayCommand || isOffline || command.isPending || (isEntered && !isOn)}
        {...(isOffline && { description: t('live.cannotChange') })}
        onChange={(event) => setWanted(event.currentTarget.checked)}
      />
      <Loaded
        query={query}
        loading={<LoadingBlocks count={1} height={64} />}
        errorTitle={t('fan.loadError')}
      >
        {(details) => <FanFacts details={details} isMeasured={bin.plenumSensorAttached} />}
      </Loaded>
      {wanted !== null && (
        <FanQuestion
          bin={bin}
          isOn={wanted}
          onConfirm={(runForS) => {
            setWanted(null);
            command.mutate({ bin, isOn: wanted, runForS });
          }}
          onCancel={() => setWanted(null)}
        />
      )}
    </section>
  );
}

/** What an open command requests, otherwise what the board reported: the air follows later. */
function isTurnedOn({ fan }: ControlledBin, details: FanDetails | undefined): boolean {
  if (isCommandOpen(details)) return details?.fan === 'on';
  return details?.reported ? details.reported === 'on' : fan.running === true;
}

interface FanFactsProps {
  readonly details: FanDetails;
  /** Whether the airflow is measured. */
  readonly isMeasured: boolean;
}

function FanFacts({ details, isMeasured }: FanFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const { reported, reportedSince, hasAirflow } = details;
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
          {outcome !== null && <dd className={classes['secondary']}>{outcome}</dd>}
        </div>
        <div>
          <dt>{t('fan.command.confirmed')}</dt>
          <dd>
            {reported === null || reportedSince === null
              ? t('fan.command.notReported')
              : t(reported === 'on' ? 'fan.onSince' : 'fan.offSince', {
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
