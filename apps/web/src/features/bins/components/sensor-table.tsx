import type { TemperatureUnit } from '@granary/domain/units';
import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCableName } from '../../../bin-data/format-sensor-name.ts';
import type { SensorCable, SensorCell } from '../../../bin-data/sensor-cables.ts';
import {
  type CellAppearance,
  type CellValue,
  makeCellFormat,
  toAppearance,
} from '../../../bin-picture/cell-appearance.ts';
import { token } from '../../../components/theme/tokens.ts';
import { getUnitSymbol } from '../../../lib/format.ts';
import { useFormat } from '../../../lib/use-format.ts';
import type { CableGroup } from '../group-cables.ts';
import classes from './sensor-table.module.css';

export interface SensorTableProps {
  readonly group: CableGroup;
  readonly unit: TemperatureUnit;
  readonly isHot: (cable: SensorCable, cell: SensorCell) => boolean;
}

/** The sensors of a group of cables, row by row from the top, as the bin's picture shows them. */
export function SensorTable({ group, unit, isHot }: SensorTableProps) {
  const { t } = useTranslation();
  const format = makeCellFormat(useFormat().locale, unit);
  const firstCable = group.cables[0];
  const lastCable = group.cables.at(-1);
  const hasHumidity = group.cables.some((cable) => cable.showsHumidity);
  const renderCell = (cable: SensorCable, cell: SensorCell) => (
    <Cell
      appearance={toAppearance(cable, cell, cell.isInHeadspace, 'both', format)}
      isMuted={cell.status === 'mute'}
      isHot={isHot(cable, cell)}
    />
  );
  return (
    <table className={classes['table']}>
      <caption>
        {t('sensors.caption', {
          first: firstCable?.number,
          last: lastCable?.number,
          unit: getUnitSymbol(unit),
          second: t(hasHumidity ? 'sensors.humidity' : 'sensors.moisture'),
        })}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('sensors.row')}</th>
          {group.cables.map((cable) => (
            <th key={cable.number} scope="col">
              <abbr title={formatCableName(cable, t)}>{cable.number}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.rows.map((row, index) => (
          // A row's key is its depth.
          <tr key={index}>
            <th scope="row">{index + 1}</th>
            {group.cables.map((cable, column) => {
              const cell = row[column];
              return <td key={cable.number}>{cell && renderCell(cable, cell)}</td>;
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  readonly appearance: CellAppearance;
  readonly isMuted: boolean;
  readonly isHot: boolean;
}

function Cell({ appearance, isMuted, isHot }: CellProps) {
  const { t } = useTranslation();
  return (
    <span className={classes['cell']} data-hot={isHot} data-kind={appearance.kind}>
      <CellValues appearance={appearance} />
      {isMuted && (
        <>
          <svg className={classes['muted']} viewBox="-5.5 -5.5 11 11" aria-hidden>
            <circle r={4.5} />
            <path d="M-2.2 2.2 2.2-2.2" />
          </svg>
          <VisuallyHidden>, {t('picture.muted')}</VisuallyHidden>
        </>
      )}
      {isHot && <VisuallyHidden>, {t('picture.inHotSpot')}</VisuallyHidden>}
    </span>
  );
}

function CellValues({ appearance }: Pick<CellProps, 'appearance'>) {
  const { t } = useTranslation();
  switch (appearance.kind) {
    case 'missing':
      return (
        <span className={classes['missing']}>
          <span aria-hidden>–</span>
          <VisuallyHidden>{t('picture.noValue')}</VisuallyHidden>
        </span>
      );
    case 'disabled':
      return <span className={classes['disabled']}>{t('sensors.off')}</span>;
    case 'headspace':
      return (
        <span className={classes['headspace']}>
          {appearance.text}
          <VisuallyHidden>, {t('picture.headspace')}</VisuallyHidden>
        </span>
      );
    case 'single':
      return <Value value={appearance.value} />;
    case 'pair':
      return (
        <>
          <Value value={appearance.left} />
          <Value value={appearance.right} />
        </>
      );
  }
}

function Value({ value }: { readonly value: CellValue }) {
  const { text, fill, ink, line, isAlarm } = value;
  return (
    <span
      className={classes['value']}
      data-alarm={isAlarm}
      style={{
        background: token(fill),
        color: token(ink),
        boxShadow: `inset 0 0 0 ${isAlarm ? 2 : 1}px ${token(line)}`,
      }}
    >
      {text}
    </span>
  );
}
