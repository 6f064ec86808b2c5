import { listAlerts } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toBoardContact } from '../../../bin-data/board-contact.ts';
import {
  SHORT_FAN_LABELS,
  type ShownFanState,
  toShownFanState,
} from '../../../bin-data/shown-fan.ts';
import { FanIcon } from '../../../components/state/fan-icon.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import type { State } from '../../../components/state/states.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { AssessedBin } from '../assess-bins.ts';
import classes from './bin-footer.module.css';

/** The footer of a bin's card: moisture or humidity, CO₂, fan and last update. */
export function BinFooter({
  assessed,
  now,
}: {
  readonly assessed: AssessedBin;
  readonly now: Millis;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { bin, findings } = assessed;
  const reading = bin.latest;
  const hasHumidityFinding = findings.some((finding) => finding.kind === 'humidity-insight');
  const { moisture = null, humidity = null } = reading ?? {};
  return (
    <dl className={classes['footer']}>
      {humidity !== null ? (
        <Figure label={t('bins.humidity')} state={hasHumidityFinding ? 'watch' : null}>
          {t('units.relativeHumidity', { value: format.number(humidity) })}
        </Figure>
      ) : (
        <Figure label={t('bins.moisture')} state={hasHumidityFinding ? 'watch' : null}>
          {moisture === null ? '–' : format.percent(moisture)}
        </Figure>
      )}
      <Figure label={t('bins.co2')}>
        {reading === null || reading.co2 === null ? '–' : format.number(reading.co2)}
      </Figure>
      <Figure label={t('bins.fan')}>
        {bin.fan.isAttached ? (
          <FanLabel
            state={toShownFanState(
              bin.fan,
              listAlerts(findings),
              toBoardContact(bin, reading),
              now,
            )}
          />
        ) : (
          t('fan.none')
        )}
      </Figure>
      <Figure label={t('bins.seen')}>
        {reading === null ? t('bins.never') : format.ago(reading.at, now)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly state?: State | null;
  readonly children: ReactNode;
}

/** Only a value with a finding gets its state's color and icon. */
function Figure({ label, state = null, children }: FigureProps) {
  return (
    <div className={classes['figure']} data-state={state ?? undefined}>
      <dt>{label}</dt>
      <dd>
        {state !== null && <StateIcon state={state} size={14} />}
        {children}
      </dd>
    </div>
  );
}

function FanLabel({ state }: { readonly state: ShownFanState }) {
  const { t } = useTranslation();
  if (state === null) return <>{t('fan.unknown')}</>;
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
      <FanIcon state={state} size={18} />
      {t(SHORT_FAN_LABELS[state])}
    </span>
  );
}
