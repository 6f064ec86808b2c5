import { securityEventKind } from '@granary/contract/security-events/http';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useForm } from '../../../lib/use-form.ts';
import type { EventFilters } from '../api/get-security-events.ts';
import classes from './event-list.module.css';

export interface EventFilterFormProps {
  readonly filters: EventFilters;
  readonly onFilter: (filters: EventFilters) => void;
}

/** Filters security events by kind, address and board. */
export function EventFilterForm({ filters, onFilter }: EventFilterFormProps) {
  const { t } = useTranslation();
  const { kind = '', address = '', board = '', user } = filters;
  const form = useForm({ initialValues: { kind, address, board } });
  const submit = (values: typeof form.values) => {
    const knownKind = securityEventKind.options.find((option) => option === values.kind);
    const [wantedAddress, wantedBoard] = [values.address.trim(), values.board.trim()];
    onFilter({
      ...(knownKind !== undefined && { kind: knownKind }),
      ...(wantedAddress !== '' && { address: wantedAddress }),
      ...(wantedBoard !== '' && { board: wantedBoard }),
      ...(user !== undefined && { user }),
    });
  };
  const kinds = securityEventKind.options.map((option) => ({
    value: option,
    label: t(`securityEvents.kinds.${option}`),
  }));
  const verbatimProps = { autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <form noValidate className={classes['filters']} onSubmit={form.onSubmit(submit)}>
      <div className={classes['fields']}>
        <NativeSelect
          label={t('securityEvents.kind')}
          data={[{ value: '', label: t('securityEvents.allKinds') }, ...kinds]}
          {...form.getInputProps('kind')}
        />
        <TextInput
          label={t('securityEvents.address')}
          maxLength={64}
          {...verbatimProps}
          {...form.getInputProps('address')}
        />
        <TextInput
          label={t('securityEvents.board')}
          maxLength={64}
          {...verbatimProps}
          {...form.getInputProps('board')}
        />
      </div>
      <Group>
        <Button type="submit">{t('rawData.filter')}</Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="default" onClick={() => onFilter({})}>
            {t('rawData.clear')}
          </Button>
        )}
      </Group>
    </form>
  );
}
