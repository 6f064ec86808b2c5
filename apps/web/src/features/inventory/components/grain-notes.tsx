import type { GrainTotals } from '@granary/domain/inventory/grain-totals';
import { useTranslation } from 'react-i18next';
import { formatCrops } from '../../../bin-data/format-crop.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './grain-totals.module.css';

/** Shows how many bins are missing from a total, and why. */
export function GrainNotes({ totals }: { readonly totals: GrainTotals }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { crops, unknownBins, binsNotInTonnes } = totals;
  const cropsNotInTonnes = crops.filter(({ tonnes }) => tonnes === null);
  return (
    <>
      {unknownBins > 0 && (
        <p className={classes['note']}>{t('grain.unknown', { count: unknownBins })}</p>
      )}
      {binsNotInTonnes > 0 && (
        <p className={classes['note']}>
          {t('grain.missing', {
            count: binsNotInTonnes,
            crops: new Intl.ListFormat(format.locale).format(
              cropsNotInTonnes.map((total) => formatCrops(total.crops, t, format)),
            ),
          })}
        </p>
      )}
    </>
  );
}
