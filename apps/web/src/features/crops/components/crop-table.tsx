import type { Crop } from '@granary/contract/crops/http';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconTable, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrop } from '../../../bin-data/format-crop.ts';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import classes from '../../../components/record-table.module.css';
import { useFormat } from '../../../lib/use-format.ts';
import { useDeleteCrop } from '../api/change-crops.ts';
import { CropChartDialog } from './crop-chart-dialog.tsx';

export interface CropTableProps {
  readonly crops: readonly Crop[];
  readonly canDelete: boolean;
}

type CropAction = { readonly kind: 'show' | 'delete'; readonly crop: Crop };

/** A table of crops, with the date each was added and the source of its moisture values. */
export function CropTable({ crops, canDelete }: CropTableProps) {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const [action, setAction] = useState<CropAction | null>(null);
  const deleteCrop = useDeleteCrop();
  const close = () => setAction(null);
  const sortedCrops = useMemo(() => {
    const formatName = (crop: Crop) => formatCrop(crop.name, t);
    return crops.toSorted((a, b) => formatName(a).localeCompare(formatName(b), locale));
  }, [crops, t, locale]);
  return (
    <>
      <table className={classes['table']} aria-label={t('crops.title')}>
        <thead>
          <tr>
            <th scope="col">{t('crops.name')}</th>
            <th scope="col">{t('crops.addedAt')}</th>
            <th scope="col">
              <VisuallyHidden>{t('crops.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {sortedCrops.map((crop) => (
            <CropRow key={crop.name} crop={crop} canDelete={canDelete} onAction={setAction} />
          ))}
        </tbody>
      </table>
      {action?.kind === 'show' && action.crop.chartData !== null && (
        <CropChartDialog title={action.crop.name} rows={action.crop.chartData} onClose={close} />
      )}
      {action?.kind === 'delete' && action.crop.id !== null && (
        <DeleteDialog
          itemName={
            action.crop.isBuiltIn
              ? t('crops.deleteTable', { name: action.crop.name })
              : action.crop.name
          }
          restoreTarget={{ kind: 'crop', id: action.crop.id }}
          doneTexts={{ title: t('crops.deleted'), text: t('crops.deletedText') }}
          onDelete={() => deleteCrop.mutateAsync(action.crop.id ?? 0)}
          onClose={close}
        />
      )}
    </>
  );
}

interface CropRowProps {
  readonly crop: Crop;
  readonly canDelete: boolean;
  readonly onAction: (action: CropAction) => void;
}

function CropRow({ crop, canDelete, onAction }: CropRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, addedAt } = crop;
  // Uploading a table needs the stored name, so it is shown too.
  const displayName = formatCrop(name, t);
  return (
    <tr>
      <th scope="row">
        <span className={classes['name']}>
          {displayName === name ? name : `${displayName} (${name})`}
        </span>
        <span className={classes['details']}>{useMoistureSourceText(crop)}</span>
      </th>
      <td>{addedAt === null ? t('crops.builtIn') : format.date(addedAt)}</td>
      <td>
        <div className={classes['actions']}>
          {crop.chartData !== null && (
            <Button
              variant="default"
              px="sm"
              aria-label={t('crops.showOf', { name })}
              onClick={() => onAction({ kind: 'show', crop })}
            >
              <IconTable size={18} aria-hidden />
              <span className={classes['buttonText']}>{t('crops.show')}</span>
            </Button>
          )}
          {canDelete && crop.id !== null && (
            <Button
              variant="default"
              px="sm"
              aria-label={t('crops.deleteOf', { name })}
              onClick={() => onAction({ kind: 'delete', crop })}
            >
              <IconTrash size={18} aria-hidden />
              <span className={classes['buttonText']}>{t('crops.delete')}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

function useMoistureSourceText({ chartData, moistureSource }: Crop): string {
  const { t } = useTranslation();
  const format = useFormat();
  if (chartData !== null) {
    const [temperatureCount, humidityCount] = [
      (chartData[0]?.length ?? 1) - 1,
      chartData.length - 1,
    ];
    return t('crops.table', {
      humidities: format.number(humidityCount),
      temperatures: format.number(temperatureCount),
    });
  }
  return moistureSource === null ? t('crops.noMoisture') : t('crops.equation');
}
