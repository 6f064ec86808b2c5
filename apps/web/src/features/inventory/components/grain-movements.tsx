import type { BinSummary } from '@granary/contract/bins/lists';
import type { MonthlyLoads } from '@granary/contract/inventory/http';
import { type CropMovement, sumMovementsByCrop } from '@granary/domain/inventory/grain-movements';
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrops } from '../../../bin-data/format-crop.ts';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { monthlyLoadsQuery } from '../api/get-monthly-loads.ts';
import classes from './grain-totals.module.css';

interface MovementsBin {
  readonly bin: Pick<BinSummary, 'id' | 'cropUnit'>;
}

/** The grain loaded into and unloaded from the given bins in a chosen month, by crop. */
export function GrainMovements({ bins }: { readonly bins: readonly MovementsBin[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const thisMonth = toMonth(new Date(useNow()));
  const [month, setMonth] = useState(thisMonth);
  const query = useQuery(monthlyLoadsQuery(month));
  return (
    <section className={classes['movements']} aria-label={t('movements.title')}>
      <Group gap={4} wrap="nowrap">
        <b className={classes['month']} aria-live="polite">
          {t('movements.inMonth', { month: format.month(month) })}
        </b>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('movements.previous')}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('movements.next')}
          disabled={month >= thisMonth}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <QueryContent query={query} loadingContent={<LoadingBlocks count={1} height={60} />}>
        {(loads) => <MovementTable bins={bins} loads={loads} />}
      </QueryContent>
    </section>
  );
}

interface MovementTableProps {
  readonly bins: readonly MovementsBin[];
  readonly loads: readonly MonthlyLoads[];
}

/** The amounts for these bins by crop, in tonnes if the test weight is known. */
export function MovementTable({ bins, loads }: MovementTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const movements = useMemo(() => {
    const units = new Map(bins.map(({ bin }) => [bin.id, bin.cropUnit]));
    return sumMovementsByCrop(
      loads.flatMap((load) => {
        const cropUnit = units.get(load.binId);
        return cropUnit === undefined ? [] : { ...load, cropUnit };
      }),
    );
  }, [bins, loads]);
  if (movements.length === 0) return <p className={classes['none']}>{t('movements.none')}</p>;
  const formatAmount = (quantity: CropMovement['loaded']) => {
    if (quantity === null) return '–';
    return quantity.tonnes === null
      ? formatGrainQuantity(quantity.bushels ?? 0, 'bushels', { t, format })
      : formatGrainQuantity(quantity.tonnes, 'tonnes', { t, format }, 1);
  };
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{t('grain.crop')}</th>
          <th scope="col">{t('movements.loaded')}</th>
          <th scope="col">{t('movements.unloaded')}</th>
        </tr>
      </thead>
      <tbody>
        {movements.map(({ crops, loaded, unloaded }) => (
          <tr key={JSON.stringify([crops, loaded?.tonnes, unloaded?.tonnes])}>
            <th scope="row">{formatCrops(crops, t, format)}</th>
            <td>{formatAmount(loaded)}</td>
            <td>{formatAmount(unloaded)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The month of a date in this device's time zone, 'YYYY-MM'. */
function toMonth(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

function addMonths(month: string, count: number): string {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return toMonth(new Date(year, monthNumber - 1 + count, 1));
}
