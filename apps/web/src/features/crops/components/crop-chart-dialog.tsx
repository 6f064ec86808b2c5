import '@mantine/core/styles/Table.css';
import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/dialog.tsx';

export interface CropChartDialogProps {
  readonly title: string;
  /** Rows of the file or of the stored chart; the first row has the temperatures. */
  readonly rows: readonly (readonly (string | number)[])[];
  readonly onClose: () => void;
}

/** Only this many rows and columns are shown. */
const MAX_ROWS = 201;
const MAX_COLUMNS = 201;

/** Shows chart data as a table, with temperatures in columns and relative humidity in rows. */
export function CropChartDialog({ title, rows, onClose }: CropChartDialogProps) {
  const { t } = useTranslation();
  const [[, ...head] = [], ...body] = rows
    .slice(0, MAX_ROWS)
    .map((row) => row.slice(0, MAX_COLUMNS));
  const isTruncated = rows.length > MAX_ROWS || rows.some((row) => row.length > MAX_COLUMNS);
  return (
    <Dialog onClose={onClose} title={title} size="auto">
      <Stack>
        <Table.ScrollContainer minWidth={0}>
          <Table withTableBorder withColumnBorders aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('crops.corner')}</Table.Th>
                {head.map((cell, column) => (
                  // Rows and cells have no ID to use as a key.
                  <Table.Th key={column} scope="col" ta="end">
                    {cell}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {body.map(([first, ...cells], row) => (
                <Table.Tr key={row}>
                  <Table.Th scope="row" ta="end">
                    {first}
                  </Table.Th>
                  {cells.map((cell, column) => (
                    <Table.Td key={column} ta="end">
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {isTruncated && (
          <Text c="dimmed">{t('crops.more', { rows: MAX_ROWS, columns: MAX_COLUMNS })}</Text>
        )}
      </Stack>
    </Dialog>
  );
}
