import type { BinSummary } from '@granary/contract/bins/lists';
import {
  type CropTotal,
  type GrainTotals,
  totalGrain,
} from '@granary/domain/inventory/grain-totals';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrops } from '../../../bin-data/format-crop.ts';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { useIsPrinting } from '../../../lib/printing.ts';
import { useFormat } from '../../../lib/use-format.ts';
import { GrainMovements } from './grain-movements.tsx';
import { GrainNotes } from './grain-notes.tsx';
import classes from './grain-totals.module.css';

interface CountedBin {
  readonly bin: Pick<
    BinSummary,
    'id' | 'crop' | 'cables' | 'cropUnit' | 'volume' | 'farmId' | 'farm'
  >;
}

/**
 * Shows how much grain the given bins hold: the total in tonnes and, when expanded, the amounts by crop and
 * by farm.
 */
export function GrainTotalsBox({ bins }: { readonly bins: readonly CountedBin[] }) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useLocalStorage({
    key: 'grain-open',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isShown = useIsPrinting() || isOpen;
  const totals = useMemo(() => totalBins(bins), [bins]);
  return (
    <section className={classes['box']} aria-label={t('grain.title')}>
      <button
        type="button"
        className={classes['toggle']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['title']}>{t('grain.title')}</span>
        <Headline totals={totals} isOpen={isShown} />
        <IconChevronDown size={18} aria-hidden className={classes['arrow']} />
      </button>
      <GrainNotes totals={totals} />
      <div id={id} hidden={!isShown} className={classes['content']}>
        {isShown && (
          <>
            {totals.crops.length > 0 && <CropTable totals={totals} />}
            <FarmTable bins={bins} />
          </>
        )}
        {isOpen && <GrainMovements bins={bins} />}
      </div>
    </section>
  );
}

interface HeadlineProps {
  readonly totals: GrainTotals;
  readonly isOpen: boolean;
}

/** The total and, while the box is collapsed, as many crops as fit beside it. */
function Headline({ totals, isOpen }: HeadlineProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { crops, filledBins, binsInTonnes, tonnes } = totals;
  return (
    <>
      <span className={classes['total']}>
        <b>
          {tonnes === null
            ? t(filledBins > 0 ? 'grain.notInTonnes' : 'grain.unknownAmount')
            : formatGrainQuantity(tonnes, 'tonnes', { t, format }, 1)}
        </b>
        {binsInTonnes > 0 && ` ${t('grain.filled', { count: binsInTonnes })}`}
      </span>
      {!isOpen && (
        <span className={classes['crops']}>
          {crops.map((crop) => (
            <span key={toCropKey(crop)}>
              {formatCrops(crop.crops, t, format)} <b>{formatTotal(crop, { t, format })}</b>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

type TextContext = Parameters<typeof formatGrainQuantity>[2];

function formatTotal({ tonnes, bushels }: CropTotal, context: TextContext): string {
  return tonnes === null
    ? formatGrainQuantity(bushels ?? 0, 'bushels', context)
    : formatGrainQuantity(tonnes, 'tonnes', context, 1);
}

function toCropKey({ crops, bushels }: CropTotal): string {
  return JSON.stringify([crops, bushels === null]);
}

/** Grain by crop, in tonnes, and in bushels if a bin is measured in bushels. */
export function CropTable({ totals }: { readonly totals: GrainTotals }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { crops, filledBins, tonnes } = totals;
  const hasBushels = crops.some(({ bushels }) => bushels !== null);
  const formatOptional = (value: number | null, digits: number) =>
    value === null ? '–' : format.number(value, digits);
  return (
    <table className={classes['table']}>
      <caption>{t('grain.byCrop')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('grain.crop')}</th>
          <th scope="col">{t('grain.bins')}</th>
          {hasBushels && <th scope="col">{t('grain.bushels')}</th>}
          <th scope="col">{t('grain.tonnes')}</th>
          {hasBushels && <th scope="col">{t('grain.testWeight')}</th>}
        </tr>
      </thead>
      <tbody>
        {crops.map((crop) => (
          <tr key={toCropKey(crop)}>
            <th scope="row">{formatCrops(crop.crops, t, format)}</th>
            <td>{format.number(crop.binCount)}</td>
            {hasBushels && <td>{formatOptional(crop.bushels, 0)}</td>}
            <td>{formatOptional(crop.tonnes, 1)}</td>
            {hasBushels && <td>{formatOptional(crop.poundsPerBushel, 0)}</td>}
          </tr>
        ))}
      </tbody>
      {crops.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t('grain.allCrops')}</th>
            <td>{format.number(filledBins)}</td>
            {hasBushels && <td>{t('grain.notAdded')}</td>}
            <td>{formatOptional(tonnes, 1)}</td>
            {hasBushels && <td>–</td>}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Tonnes by farm, if the bins are on several farms. */
function FarmTable({ bins }: { readonly bins: readonly CountedBin[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const farms = useMemo(() => totalFarms(bins), [bins]);
  if (farms.length < 2) return null;
  return (
    <table className={classes['table']}>
      <caption>{t('grain.byFarm')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('farms.farm')}</th>
          <th scope="col">{t('grain.bins')}</th>
          <th scope="col">{t('grain.tonnes')}</th>
        </tr>
      </thead>
      <tbody>
        {farms.map(({ id, name, totals: { binsInTonnes, tonnes } }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            <td>{format.number(binsInTonnes)}</td>
            <td>{tonnes === null ? '–' : format.number(tonnes, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Totals the grain on each farm, with the farms sorted by name. */
function totalFarms(bins: readonly CountedBin[]) {
  const farms = new Map(bins.map(({ bin }) => [bin.farmId, bin.farm.name]));
  return [...farms]
    .map(([id, name]) => ({
      id,
      name,
      totals: totalBins(bins.filter(({ bin }) => bin.farmId === id)),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function totalBins(bins: readonly CountedBin[]): GrainTotals {
  return totalGrain(bins.map(({ bin }) => bin));
}
