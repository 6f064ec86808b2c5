import type { LimitOutcome, LimitPreview, PreviewedBin } from '@granary/contract/alerts/limits';
import { alertLimitNames, toSettingWireName } from '@granary/contract/bins/settings';
import { HOUR, type TemperatureUnit } from '@granary/domain/units';
import { Checkbox } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../bin-data/format-crop.ts';
import { Notice } from '../../../components/notice.tsx';
import type { Formats } from '../../../lib/format.ts';
import { useCan } from '../../../lib/use-can.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { LimitName } from './limit-values.ts';
import classes from './limits.module.css';

export interface LimitPreviewListProps {
  readonly preview: LimitPreview;
  readonly unit: TemperatureUnit;
  /** The bins that the user left out. */
  readonly excludedIds: ReadonlySet<number>;
  readonly onExclude: (id: number, isExcluded: boolean) => void;
}

/** The bins whose limits would change, each with old and new values and a checkbox. */
export function LimitPreviewList({ preview, unit, excludedIds, onExclude }: LimitPreviewListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [foundText, changingText] = [preview.foundCount, preview.changingCount].map((count) =>
    format.number(count, 0),
  );
  if (preview.bins.length === 0) {
    return preview.foundCount === 0 ? (
      <Notice title={t('alertLimits.noneFound')} detail={t('alertLimits.searchHint')} />
    ) : (
      <Notice
        state="ok"
        title={t('alertLimits.none')}
        detail={t('alertLimits.found', { found: foundText })}
      />
    );
  }
  const shownCount = preview.bins.length;
  return (
    <>
      <p role="status" className={classes['count']}>
        {t('alertLimits.changing', { changing: changingText, found: foundText })}
        {shownCount < preview.changingCount &&
          ` ${t('alertLimits.first', { shown: format.number(shownCount, 0) })}`}
      </p>
      <ul className={classes['bins']}>
        {preview.bins.map((bin) => (
          <li key={bin.id}>
            <BinChange
              bin={bin}
              unit={unit}
              isChosen={!bin.hasCrossedLevels && !excludedIds.has(bin.id)}
              onChoose={(isChosen) => onExclude(bin.id, !isChosen)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface BinChangeProps {
  readonly bin: PreviewedBin;
  readonly unit: TemperatureUnit;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function BinChange({ bin, unit, isChosen, onChoose }: BinChangeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const canListCustomers = useCan('customers.list');
  const { name, farmName, ownerName, crop, changes, hasCrossedLevels } = bin;
  const place = [
    farmName,
    canListCustomers ? ownerName : '',
    crop === null ? '' : formatCrop(crop, t),
  ];
  return (
    <Checkbox
      checked={isChosen}
      disabled={hasCrossedLevels}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
      label={
        <>
          <span className={classes['name']}>{name}</span>
          <span className={classes['place']}>
            {place.filter((part) => part !== '').join(' · ')}
          </span>
        </>
      }
      description={
        <>
          {changes.map(({ limit, before, after }) => {
            const field = alertLimitNames.find((setting) => toSettingWireName(setting) === limit);
            return field === undefined ? null : (
              <span key={limit} className={classes['change']}>
                {t('alertLimits.change', {
                  limit: t(`settingsForm.fields.${field}`),
                  before: formatLimit(field, before, unit, { t, format }),
                  after: formatLimit(field, after, unit, { t, format }),
                })}
              </span>
            );
          })}
          {hasCrossedLevels && (
            <span className={classes['crossed']}>{t('alertLimits.crossed')}</span>
          )}
        </>
      }
    />
  );
}

function formatLimit(
  name: LimitName,
  value: number | null,
  unit: TemperatureUnit,
  { t, format }: { readonly t: TFunction; readonly format: Formats },
): string {
  if (value === null) return t('alertLimits.choices.off');
  switch (name) {
    case 'temperatureAlertC':
      return format.limit(value, unit);
    case 'differenceAlertC':
      return format.difference(value, unit);
    case 'co2Alert':
      return t('units.ppm', { value: format.number(value, 0) });
    case 'silenceAlertHours':
      return format.duration(value * HOUR);
    case 'minLevelAlert':
    case 'maxLevelAlert':
      return format.percent(value);
  }
}

const reasons = [
  'changed-since',
  'levels-crossed',
  'not-allowed',
  'not-found',
] as const satisfies readonly LimitOutcome['unchanged'][number]['reason'][];

/** Shows how many bins changed, and which bins did not, by reason. */
export function LimitOutcomeNotice(props: {
  readonly outcome: LimitOutcome;
  readonly bins: readonly PreviewedBin[];
}) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const { changedCount, unchanged } = props.outcome;
  const names = new Map(props.bins.map(({ id, name }) => [id, name]));
  const lines = reasons.flatMap((reason) => {
    const unchangedBins = unchanged.filter((bin) => bin.reason === reason);
    if (unchangedBins.length === 0) return [];
    const list = new Intl.ListFormat(locale).format(
      unchangedBins.map(({ id }) => names.get(id) ?? ''),
    );
    return [t(`alertLimits.unchanged.${reason}`, { bins: list })];
  });
  return (
    <Notice
      state={lines.length === 0 ? 'ok' : 'warning'}
      isAlert
      title={t('alertLimits.done', { count: changedCount })}
      {...(lines.length > 0 && { detail: lines.join(' ') })}
    />
  );
}
