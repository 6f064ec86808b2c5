import type { Refusal } from '@granary/domain/boards/board-problems';
import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNow } from '../lib/clock.ts';
import { useFormat } from '../lib/use-format.ts';

/** The refused sign-ins of a board, newest first; nothing if there are none. */
export function RefusedSignIns({ refusals }: { readonly refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  if (refusals.length === 0) return null;
  return (
    <section aria-labelledby="refused-sign-ins">
      <h2 id="refused-sign-ins">{t('refusals.title')}</h2>
      <p>{t('refusals.hint')}</p>
      <Table.ScrollContainer minWidth={300}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('refusals.time')}</Table.Th>
              <Table.Th>{t('refusals.address')}</Table.Th>
              <Table.Th>{t('refusals.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refusals.map(({ at, address, reason }) => (
              <Table.Tr key={at}>
                <Table.Td>{format.dateTime(at, now)}</Table.Td>
                <Table.Td>{address}</Table.Td>
                <Table.Td>{t(`refusals.reasons.${reason}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
