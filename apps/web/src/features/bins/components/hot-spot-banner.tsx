import type { Bin, HotSince } from '@granary/contract/bins/http';
import type { Finding } from '@granary/domain/bins/state';
import type { Millis } from '@granary/domain/units';
import { useTranslation } from 'react-i18next';
import { formatCableNameByNumber, formatSensorName } from '../../../bin-data/format-sensor-name.ts';
import { ButtonLink } from '../../../components/button-link.tsx';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './hot-spot-banner.module.css';

/** The sources of the advice on hot spots. */
const SOURCES = ['NDSU', 'Canola Council of Canada'];

export interface HotSpotBannerProps {
  readonly bin: Bin;
  readonly finding: Extract<Finding, { kind: 'hot-spot' }>;
  /** When the hot spot began and how fast it is warming, if known. */
  readonly hotSince: HotSince;
  /** Whether the reading is the newest one; older readings get no advice. */
  readonly isLatest: boolean;
  readonly now: Millis;
}

/** Shows where a hot spot is, and its details. */
export function HotSpotBanner(props: HotSpotBannerProps) {
  const { t } = useTranslation();
  const { cable, depth } = props.finding;
  const name = props.bin.cables.find((binCable) => binCable.cable === cable)?.name ?? '';
  const title = t('hotSpot.title', { sensor: formatSensorName({ number: cable, name }, depth, t) });
  return (
    <section className={classes['banner']} data-fill="critical" aria-label={title}>
      <h2 className={classes['title']}>
        <StateIcon state="critical" size={20} isInverted />
        {title}
      </h2>
      <HotSpotDetails {...props} />
    </section>
  );
}

/** Shows how hot a hot spot is, how fast it is warming, when it began, the CO2 level, and what to do. */
export function HotSpotDetails({ bin, finding, hotSince, isLatest, now }: HotSpotBannerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { cables, temperatureUnit: unit } = bin;
  const since = hotSince?.cable === finding.cable ? hotSince : null;
  const alert = finding.alerts?.find(({ rule }) => rule === 'hot-spot');
  const facts = [
    {
      label: t('hotSpot.now'),
      value: format.temperature(finding.temperature, unit),
      text: t('hotSpot.aboveOthers', {
        excess: format.difference(finding.excess, unit),
        limit: format.difference(finding.limit, unit),
      }),
    },
    since !== null &&
      since.ratePerDay !== null && {
        label: t('hotSpot.rate'),
        value: (
          <>
            {format.change(since.ratePerDay, unit)} <small>{t('hotSpot.perDay')}</small>
          </>
        ),
        text: t('hotSpot.mean'),
      },
    since !== null && {
      label: t('hotSpot.began'),
      value: format.day(since.day, now),
      text: t('hotSpot.firstDay'),
    },
    alert !== undefined &&
      isLatest && {
        label: t('hotSpot.alert'),
        value: format.since(alert.since, now),
        text: t('hotSpot.alertReason'),
      },
    finding.co2 !== null && {
      label: t('cards.co2'),
      value: t('units.ppm', { value: format.number(finding.co2.value) }),
      text: t('cards.co2Meaning'),
    },
  ].filter((fact) => fact !== false);
  return (
    <div className={classes['details']}>
      <dl className={classes['facts']}>
        {facts.map(({ label, value, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes['value']}>{value}</dd>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isLatest && (
        <div className={classes['advice']}>
          <h3>{t('hotSpot.whatToDo')}</h3>
          <p>{t(`hotSpot.advice.${chooseAdvice(bin.fan)}`)}</p>
          <p className={classes['source']}>
            {t('hotSpot.source', { sources: new Intl.ListFormat(format.locale).format(SOURCES) })}
          </p>
        </div>
      )}
      <div className={classes['actions']}>
        <ButtonLink
          to="/binsensor/$id/chart"
          params={{ id: bin.id }}
          search={{ sensors: `${finding.cable}.${finding.depth}`, days: 30 }}
          variant="default"
        >
          {t('findings.hot-spot.overTime', {
            cable: formatCableNameByNumber(finding.cable, cables, t),
          })}
        </ButtonLink>
        {isLatest && bin.fan.isAttached && (
          <ButtonLink
            to="/binsensor/$id"
            params={{ id: bin.id }}
            search={{ tab: 4 }}
            variant="outline"
          >
            {t('hotSpot.toFan')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** A running fan is left on; without a fan, only moving the grain cools the hot spot. */
function chooseAdvice({ isAttached, isRunning }: Bin['fan']): 'keepFan' | 'runFan' | 'moveGrain' {
  if (!isAttached) return 'moveGrain';
  return isRunning === true ? 'keepFan' : 'runFan';
}
