import type { Role } from '@granary/domain/access/access';
import { fullName } from '@granary/domain/accounts/full-name';
import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneDialog } from '../../../components/done-dialog.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { fieldErrors, focusFirstWrong } from '../../../lib/field-errors.ts';
import { distributors, useAddPerson } from '../api/manage-users.ts';
import { emailProblem } from '../contact-validation.ts';
import { isPhoneShaped } from '../phone.ts';
import classes from './account-form.module.css';
import { PersonFields } from './contact-fields.tsx';
import { PasswordField } from './password-field.tsx';

const EMPTY = {
  ...{ email: '', password: '', firstName: '', lastName: '', phone: '' },
  ...{ city: '', state: '', country: '', role: 'user', distributorId: '' },
};
type Values = typeof EMPTY;

const fieldOfWire = {
  email: 'email',
  password: 'password',
  first_name: 'firstName',
  last_name: 'lastName',
  phone: 'phone',
  city: 'city',
  state: 'state',
  country: 'country',
  role: 'role',
  distributor_id: 'distributorId',
} as const;
const fieldOrder = Object.values(fieldOfWire);

/** Makes an account: for a customer; where an admin asks, for a distributor. */
export function AddUserForm({ role: ownRole }: { readonly role: Role }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const isAdmin = ownRole === 'admin';
  const form = useAddUserForm();
  const adding = useAddPerson();
  const all = useQuery({ ...distributors, enabled: isAdmin });
  const add = ({ role, distributorId, ...person }: Values) =>
    adding.mutate(
      {
        ...person,
        role: role === 'distributor' ? role : 'user',
        ...(role === 'user' && distributorId !== '' && { distributorId: Number(distributorId) }),
      },
      {
        onSuccess: () => {
          form.reset();
          setDone(true);
        },
        onError: (error) => {
          const errors = fieldErrors(error, fieldOfWire);
          form.setErrors(errors);
          focusFirstWrong(form, errors, fieldOrder);
        },
      },
    );
  const isRefused = adding.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        autoComplete="off"
        className={classes['card']}
        onSubmit={form.onSubmit(add, (errors) => focusFirstWrong(form, errors, fieldOrder))}
      >
        <h2 className={classes['heading']}>{t('addUser.heading')}</h2>
        {isRefused && <ErrorState error={adding.error} />}
        <TextInput
          label={t('person.email')}
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('person.password')}
          description={t('setup.passwordHint', { count: PASSWORD_MIN })}
          withAsterisk
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PersonFields
          inputProps={(field) => form.getInputProps(field)}
          required={['firstName', 'lastName']}
          isOwn={false}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NativeSelect
            label={t('person.role')}
            disabled={!isAdmin}
            data={(isAdmin ? (['user', 'distributor'] as const) : (['user'] as const)).map(
              (value) => ({ value, label: t(`roles.${value}`) }),
            )}
            {...form.getInputProps('role')}
          />
          {isAdmin && form.values.role === 'user' && (
            <NativeSelect
              label={t('person.distributor')}
              data={[
                { value: '', label: t('person.noDistributor') },
                ...(all.data ?? []).map((one) => ({
                  value: String(one.id),
                  label: fullName(one),
                })),
              ]}
              error={all.isError ? t('distributors.failed') : undefined}
              {...form.getInputProps('distributorId')}
            />
          )}
        </SimpleGrid>
        <SubmitRow act={t('addUser.act')} isBusy={adding.isPending} />
      </form>
      {isDone && (
        <DoneDialog
          title={t('addUser.added')}
          text={t('addUser.addedText')}
          onClose={() => setDone(false)}
        />
      )}
    </>
  );
}

function useAddUserForm() {
  const { t } = useTranslation();
  const needed = (text: string) => (text.trim() === '' ? t('person.required') : null);
  return useForm<Values>({
    initialValues: EMPTY,
    validate: {
      email: (email) => needed(email) ?? emailProblem(email, t),
      password: (password) =>
        [...password].length < PASSWORD_MIN
          ? t('setup.passwordShort', { count: PASSWORD_MIN })
          : null,
      firstName: needed,
      lastName: needed,
      phone: (phone) => (isPhoneShaped(phone) ? null : t('person.phoneInvalid')),
    },
  });
}
