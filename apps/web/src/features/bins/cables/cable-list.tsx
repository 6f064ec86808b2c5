import type { Bin } from '@granary/contract/bins/http';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/notice.tsx';
import type { KnownPositions } from './cable-wish.ts';
import classes from './cables.module.css';

interface CableListProps {
  readonly bin: Bin;
  /** Null before the first reading. */
  readonly known: KnownPositions | null;
}

/** The cables of a bin as they are set up, beside what its board showed last. */
export function CableList({ bin, known }: CableListProps) {
  const { t } = useTranslation();
  const subBins = [1, 2, 3, 4, 5, 6, 7, 8] as const;
  if (bin.cables.length === 0) return <Notice title={t('settingsForm.noCables')} />;
  const heads = ['number', 'name', 'id', 'sensors', 'subBin', 'type', 'crop'] as const;
  return (
    <section className={classes['list']} aria-label={t('cableConfiguration.list')}>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head}>{t(`cableConfiguration.heads.${head}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bin.cables.map(({ cable, name, cableId, subBin, flip, crop }) => {
              const sensors = known?.get(cableId)?.length ?? 0;
              const part = subBins.find((number) => number === subBin) ?? 1;
              return (
                <Table.Tr key={cable}>
                  <Table.Td>{cable}</Table.Td>
                  <Table.Td>{name || '–'}</Table.Td>
                  <Table.Td>{cableId}</Table.Td>
                  <Table.Td>
                    {known !== null && sensors === 0
                      ? t('cableConfiguration.notFound', { id: cableId })
                      : known === null
                        ? '–'
                        : sensors}
                  </Table.Td>
                  <Table.Td>{t(`settingsForm.subBins.${part}`)}</Table.Td>
                  <Table.Td>{t(flip ? 'settingsForm.bottomUp' : 'settingsForm.topDown')}</Table.Td>
                  <Table.Td>{crop ?? t('settingsForm.asTheBin')}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
