import type { Firmware } from '@granary/contract/firmware/http';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/delete-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import classes from '../../../components/record-table.module.css';
import { useFormat } from '../../../lib/use-format.ts';
import { useDeleteFirmware } from '../api/change-firmware-files.ts';

export interface FirmwareTableProps {
  readonly firmwareFiles: readonly Firmware[];
  readonly canDelete: boolean;
}

/** A table of firmware files with their version and checksum. */
export function FirmwareTable({ firmwareFiles, canDelete }: FirmwareTableProps) {
  const { t } = useTranslation();
  const [fileToDelete, setFileToDelete] = useState<Firmware | null>(null);
  const deleteFirmware = useDeleteFirmware();
  return (
    <>
      {/* The dialog must stay mounted when the last file is deleted. */}
      {firmwareFiles.length === 0 ? (
        <Notice title={t('firmware.none')} detail={t('firmware.noneDetail')} />
      ) : (
        <table className={classes['table']} aria-label={t('firmware.title')}>
          <thead>
            <tr>
              <th scope="col">{t('firmware.name')}</th>
              <th scope="col">{t('firmware.version')}</th>
              <th scope="col">{t('firmware.addedAt')}</th>
              {canDelete && (
                <th scope="col">
                  <VisuallyHidden>{t('firmware.actions')}</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {firmwareFiles.map((firmware) => (
              <FirmwareRow
                key={firmware.id}
                firmware={firmware}
                {...(canDelete && { onDelete: () => setFileToDelete(firmware) })}
              />
            ))}
          </tbody>
        </table>
      )}
      {fileToDelete !== null && (
        <DeleteDialog
          itemName={`${fileToDelete.name} ${fileToDelete.version}`}
          restoreTarget={{ kind: 'firmware', id: fileToDelete.id }}
          doneTexts={{ title: t('firmware.deleted'), text: t('firmware.deletedText') }}
          onDelete={() => deleteFirmware.mutateAsync(fileToDelete.id)}
          onClose={() => setFileToDelete(null)}
        />
      )}
    </>
  );
}

interface FirmwareRowProps {
  readonly firmware: Firmware;
  /** Absent if the user cannot delete files. */
  readonly onDelete?: () => void;
}

function FirmwareRow({ firmware, onDelete }: FirmwareRowProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, version, checksum } = firmware;
  const type = t(`firmware.types.${firmware.type}`);
  return (
    <tr>
      <th scope="row">
        <span className={classes['name']}>{name}</span>
        <span className={classes['details']}>
          {t('firmware.facts', { type, size: format.number(firmware.bytes) })}
        </span>
        <span className={classes['details']}>{t('firmware.checksum', { checksum })}</span>
      </th>
      <td>{version}</td>
      <td>{format.date(firmware.addedAt)}</td>
      {onDelete !== undefined && (
        <td className={classes['actionCell']}>
          <Button
            variant="default"
            px="sm"
            aria-label={t('firmware.deleteOf', { name, version })}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden />
            <span className={classes['buttonText']}>{t('firmware.delete')}</span>
          </Button>
        </td>
      )}
    </tr>
  );
}
