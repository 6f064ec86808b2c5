import type { Millis } from '@granary/domain/units';
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFinding } from '../../../bin-data/describe-finding.ts';
import { formatBinCrop } from '../../../bin-data/format-crop.ts';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { useFormat } from '../../../lib/use-format.ts';
import { useVirtualRows } from '../../../lib/use-virtual-rows.ts';
import type { AssessedBin } from '../assess-bins.ts';
import { toFill } from '../bin-fill.ts';
import classes from './bin-table.module.css';

export interface BinTableProps {
  readonly bins: readonly AssessedBin[];
  readonly now: Millis;
  readonly label: string;
  /** Renders more actions for a bin; must be referentially stable, because rows are memoized. */
  readonly renderActions?: (assessed: AssessedBin) => ReactNode;
}

/** High enough that a dozen bins are all rendered, so that the browser's text search finds them. */
const OVERSCAN = 10;

const columns = ['bin', 'crop', 'size', 'volume', 'hottest', 'moisture', 'co2', 'seen'] as const;

/** Bins as a table; on narrow screens each row becomes a card. */
export function BinTable({ bins, now, label, renderActions }: BinTableProps) {
  const { t } = useTranslation();
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, measureRow, heightAbove, heightBelow } = useVirtualRows(body, {
    count: bins.length,
    overscan: OVERSCAN,
  });
  return (
    <div className={classes['box']}>
      {/* Explicit roles: the card layout removes the table semantics. */}
      <table
        className={classes['table']}
        role="table"
        aria-label={label}
        aria-rowcount={bins.length + 1}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} role="columnheader" data-column={column}>
                {t(`binRows.${column}`)}
              </th>
            ))}
            <th role="columnheader" data-column="details" data-screen-only>
              <VisuallyHidden>{t('details.view')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup" ref={body}>
          <Spacer height={heightAbove} />
          {rows.map(({ index }) => {
            const assessed = bins[index];
            return assessed === undefined ? null : (
              <BinRow
                key={assessed.bin.id}
                assessed={assessed}
                now={now}
                index={index}
                measure={measureRow}
                renderRowActions={renderActions}
              />
            );
          })}
          <Spacer height={heightBelow} />
        </tbody>
      </table>
    </div>
  );
}

/** Fills the height of the rows that are not rendered. */
function Spacer({ height }: { readonly height: number }) {
  return height <= 0 ? null : <tr aria-hidden style={{ height }} />;
}

interface BinRowProps {
  readonly assessed: AssessedBin;
  readonly now: Millis;
  /** The row's index, from 0, among all rows. */
  readonly index: number;
  readonly measure: (row: HTMLElement | null) => void;
  readonly renderRowActions: BinTableProps['renderActions'];
}

const BinRow = memo(function BinRow(props: BinRowProps) {
  const { assessed, now, index, measure, renderRowActions } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const { bin, state, findings } = assessed;
  const {
    hottest = null,
    moisture = null,
    humidity = null,
    disabledSensorCount = 0,
  } = bin.latest ?? {};
  const unit = bin.temperatureUnit;
  const readAt = bin.latest?.at ?? null;
  const worst = findings[0];
  const { cables, hotSince } = bin;
  const findingText =
    worst && describeFinding(worst, { t, format, unit, now, readAt, cables, hotSince });
  const formatQuantity = (value: number | null) =>
    value === null ? '–' : formatGrainQuantity(value, bin.cropUnit, { t, format });
  return (
    <tr
      role="row"
      aria-rowindex={index + 2}
      ref={measure}
      data-index={index}
      className={classes['row']}
    >
      <td role="cell" data-column="bin">
        <StateIcon state={state} size={24} label={t(`states.${state}`)} />
        <span>
          <b className={classes['name']}>{bin.name}</b>{' '}
          {findingText !== undefined && (
            <span className={classes['finding']} data-state={state}>
              {findingText.title}
            </span>
          )}
          <br />
          <span className={classes['farm']}>
            {bin.farm.name}
            {disabledSensorCount > 0 &&
              ` · ${t('bins.sensorsDisabled', { count: disabledSensorCount })}`}
          </span>
        </span>
      </td>
      <td role="cell" data-column="crop" data-label={t('binRows.crop')}>
        {formatBinCrop(bin.crop, t)}
      </td>
      <td role="cell" data-column="size" data-label={t('binRows.size')}>
        {formatQuantity(bin.size)}
      </td>
      <td role="cell" data-column="volume" data-label={t('binRows.volume')}>
        {toFill(bin).kind === 'unknown' ? t('bins.levelUnknownShort') : formatQuantity(bin.volume)}
      </td>
      <td role="cell" data-column="hottest" data-no-data={state === 'no-data'}>
        {hottest === null ? '–' : format.temperature(hottest.temperature, unit)}
      </td>
      <td role="cell" data-column="moisture">
        {humidity !== null
          ? t('units.relativeHumidity', { value: format.number(humidity) })
          : moisture === null
            ? '–'
            : format.percent(moisture)}
      </td>
      <td role="cell" data-column="co2" data-label={t('binRows.co2')}>
        {bin.latest?.co2 == null ? '–' : t('units.ppm', { value: format.number(bin.latest.co2) })}
      </td>
      <td role="cell" data-column="seen" data-label={t('binRows.seen')}>
        {readAt === null ? t('bins.never') : format.ago(readAt, now)}
      </td>
      <td role="cell" data-column="details" data-screen-only>
        <Link
          to="/binsensor/$id"
          params={{ id: bin.id }}
          className={classes['details'] ?? ''}
          aria-label={t('details.viewOf', { name: bin.name })}
        >
          {t('details.view')}
        </Link>
        {renderRowActions !== undefined && (
          <span className={classes['actions']}>{renderRowActions(assessed)}</span>
        )}
      </td>
    </tr>
  );
});
