import type { Farm } from '@granary/contract/farms/http';
import { getFindingState } from '@granary/domain/bins/state';
import { totalGrain } from '@granary/domain/inventory/grain-totals';
import { ScrollArea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeBinFinding } from '../../../bin-data/describe-finding.ts';
import { StateIcon } from '../../../components/state/state-icon.tsx';
import { type AssessedBin, listFindings } from '../../../features/bins/assess-bins.ts';
import { GrainNotes } from '../../../features/inventory/components/grain-notes.tsx';
import { CropTable } from '../../../features/inventory/components/grain-totals.tsx';
import classes from './farm-report.module.css';
import { type ReportContext, type ReportRow, toReportRow } from './report-row.ts';

export interface FarmReportProps {
  readonly farm: Farm;
  /** Empty if not known. */
  readonly owner: string;
  /** All bins of the farm, by name. */
  readonly bins: readonly AssessedBin[];
  /** The time zone of the times in the report. */
  readonly timeZone: string;
  readonly context: ReportContext;
}

/** The inventory of a farm for printing: grain by crop, its bins and their open findings. */
export function FarmReport({ farm, owner, bins, timeZone, context }: FarmReportProps) {
  const { t, format, now } = context;
  const totals = totalGrain(bins.map(({ bin }) => bin));
  const place = [farm.city, farm.state, farm.country].filter(Boolean).join(', ');
  return (
    <article className={classes['report']} aria-label={t('report.title')}>
      <header className={classes['head']}>
        <div>
          <h2 className={classes['farm']}>{farm.name}</h2>
          <p>{[owner, place].filter(Boolean).join(' · ')}</p>
        </div>
        <div className={classes['date']}>
          <p className={classes['day']}>{format.date(now)}</p>
          <p>{t('report.at', { time: format.time(now), timeZone })}</p>
          <p>{`${t('farms.bins', { count: bins.length })} · ${t('report.filled', { count: totals.filledBins })}`}</p>
        </div>
      </header>
      <section className={classes['totals']}>
        {totals.crops.length > 0 ? <CropTable totals={totals} /> : <p>{t('report.noGrain')}</p>}
        <GrainNotes totals={totals} />
      </section>
      {bins.length > 0 && <BinsTable bins={bins} context={context} />}
      <FindingsTable bins={bins} context={context} />
      <p className={classes['method']}>{t('report.method')}</p>
      <div className={classes['signature']}>
        <span>{t('report.signed')}</span>
        <span>{t('report.name')}</span>
        <span>{t('report.date')}</span>
      </div>
    </article>
  );
}

type TableProps = Pick<FarmReportProps, 'bins' | 'context'>;

function BinsTable({ bins, context }: TableProps) {
  const { t } = useTranslation();
  const rows = bins.map((assessed) => ({ assessed, row: toReportRow(assessed, context) }));
  const hasBushels = bins.some(({ bin }) => bin.cropUnit === 'bushels');
  // Focusable, so that a wide table can be scrolled with the keyboard.
  const viewportProps = { tabIndex: 0, role: 'region', 'aria-label': t('report.bins') };
  return (
    <section>
      <ScrollArea
        type="auto"
        offsetScrollbars="present"
        className={classes['scroll']}
        viewportProps={viewportProps}
      >
        <table className={classes['table']}>
          <caption>{t('report.bins')}</caption>
          <BinsHead hasBushels={hasBushels} />
          <tbody>
            {rows.map(({ assessed, row }) => (
              <BinRow key={assessed.bin.id} assessed={assessed} row={row} hasBushels={hasBushels} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {rows.some(({ row }) => row.isEntered) && (
        <p className={classes['footnote']}>
          <sup>1</sup> {t('report.entered')}
        </p>
      )}
    </section>
  );
}

function BinsHead({ hasBushels }: { readonly hasBushels: boolean }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th rowSpan={2} scope="col">
          {t('binRows.bin')}
        </th>
        <th rowSpan={2} scope="col">
          {t('binRows.crop')}
        </th>
        <th rowSpan={2} scope="col" className={classes['number']}>
          {t('report.fill')}
        </th>
        {hasBushels && (
          <th rowSpan={2} scope="col" className={classes['number']}>
            {t('grain.bushels')}
          </th>
        )}
        <th rowSpan={2} scope="col" className={classes['number']}>
          {t('grain.tonnes')}
        </th>
        <th colSpan={2} scope="colgroup" className={classes['group']}>
          {t('report.temperature')}
        </th>
        <th colSpan={2} scope="colgroup" className={classes['group']}>
          {t('report.moisture')}
        </th>
        <th rowSpan={2} scope="col">
          {t('filters.state')}
        </th>
        <th rowSpan={2} scope="col" className={classes['number']}>
          {t('report.read')}
        </th>
      </tr>
      <tr>
        {(['average', 'hottest', 'average', 'highest'] as const).map((column, index) => (
          <th key={index} scope="col" className={classes['number']}>
            {t(`report.${column}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface BinRowProps {
  readonly assessed: AssessedBin;
  readonly row: ReportRow;
  readonly hasBushels: boolean;
}

function BinRow({ assessed: { bin, state }, row, hasBushels }: BinRowProps) {
  const { t } = useTranslation();
  const { grain } = row;
  const footnoteMark = row.isEntered && <sup>1</sup>;
  return (
    <tr>
      <th scope="row">{bin.name}</th>
      <td>{row.crop}</td>
      <td className={classes['number']}>{row.fill}</td>
      {hasBushels && (
        <td className={classes['number']}>
          {row.bushels}
          {footnoteMark}
        </td>
      )}
      <td className={classes['number']}>
        {row.tonnes}
        {!hasBushels && footnoteMark}
      </td>
      {typeof grain === 'string' ? (
        <td colSpan={4} className={classes['none']}>
          {grain}
        </td>
      ) : (
        <>
          <td className={classes['number']}>{grain.averageTemperature}</td>
          <td className={classes['number']}>
            <span data-critical={row.isHot}>{grain.hottest}</span>
          </td>
          <td className={classes['number']}>{grain.averageMoisture}</td>
          <td className={classes['number']}>{grain.wettest}</td>
        </>
      )}
      <td>
        <span className={classes['state']}>
          <StateIcon state={state} />
          {t(`states.${state}`)}
        </span>
      </td>
      <td className={classes['number']}>{row.readAt}</td>
    </tr>
  );
}

function FindingsTable({ bins, context }: TableProps) {
  const { t } = useTranslation();
  const findings = listFindings(bins);
  if (findings.length === 0) return <p>{t('report.noFindings')}</p>;
  return (
    <table className={classes['table']}>
      <caption>{t('report.findings')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('filters.state')}</th>
          <th scope="col">{t('binRows.bin')}</th>
          <th scope="col">{t('report.finding')}</th>
          <th scope="col" className={classes['number']}>
            {t('report.since')}
          </th>
        </tr>
      </thead>
      <tbody>
        {findings.map(({ key, assessedBin: { bin }, finding }) => {
          const state = getFindingState(finding);
          const text = describeBinFinding(bin, finding, context);
          return (
            <tr key={key}>
              <td>
                <span className={classes['state']}>
                  <StateIcon state={state} />
                  {t(`states.${state}`)}
                </span>
              </td>
              <th scope="row">{bin.name}</th>
              <td>{[text.title, text.detail].filter(Boolean).join(': ')}</td>
              <td className={classes['number']}>{text.since}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
