import { SimpleGrid, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

/** The fields, each with the browser's autofill token. */
const fields = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
  ['phone', 'tel'],
  ['city', 'address-level2'],
  ['state', 'address-level1'],
  ['country', 'country-name'],
] as const;

export type ContactField = (typeof fields)[number][0];

export interface ContactFieldsProps {
  readonly getFieldProps: (field: ContactField) => GetInputPropsReturnType;
  readonly requiredFields: readonly ContactField[];
  /** Whether these are the current user's own details; if so, the browser may autofill them. */
  readonly isCurrentUser: boolean;
}

export function ContactFields({
  getFieldProps,
  requiredFields,
  isCurrentUser,
}: ContactFieldsProps) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      {fields.map(([name, autofill]) => (
        <TextInput
          key={name}
          label={t(`person.${name}`)}
          withAsterisk={requiredFields.includes(name)}
          aria-required={requiredFields.includes(name)}
          maxLength={name === 'phone' ? 30 : 100}
          autoComplete={isCurrentUser ? autofill : 'off'}
          {...(name === 'phone' && { type: 'tel', inputMode: 'tel' })}
          {...getFieldProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}
