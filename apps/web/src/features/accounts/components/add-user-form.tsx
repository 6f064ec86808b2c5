import type { AddedUser, User } from '@granary/contract/accounts/http';
import {
  addableRoles,
  canAddRole,
  canChooseDistributor,
  canOwnFarms,
  type Role,
} from '@granary/domain/access/roles';
import { fullName } from '@granary/domain/accounts/full-name';
import { PASSWORD_MIN } from '@granary/domain/accounts/passwords';
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/button-link.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { MessageDialog } from '../../../components/message-dialog.tsx';
import { SubmitRow } from '../../../components/submit-row.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { focusFirstInvalid, showFieldErrors } from '../../../lib/field-errors.ts';
import { useForm } from '../../../lib/use-form.ts';
import { distributorsQuery } from '../api/get-distributors.ts';
import { useAddUser } from '../api/manage-users.ts';
import { isValidPhone, validateEmail } from '../contact-validation.ts';
import classes from './account-form.module.css';
import { ContactFields } from './contact-fields.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { PasswordField } from './password-field.tsx';

const EMPTY_VALUES = {
  email: '',
  password: '',
  firstName: '',
  lastName: '',
  phone: '',
  city: '',
  state: '',
  country: '',
  distributorId: '',
};
type Values = typeof EMPTY_VALUES & { role: Role };

const fieldByWireName = {
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
const fieldOrder = Object.values(fieldByWireName);

/** Adds an account with a role that the user can add; by default, a customer. */
export function AddUserForm({ role: ownRole }: { readonly role: Role }) {
  const roles = addableRoles.filter((newRole) => canAddRole(ownRole, newRole));
  const initialRole = roles.find(canOwnFarms) ?? roles[0];
  if (initialRole === undefined) return null;
  return (
    <AddUserFields
      roles={roles}
      initialRole={initialRole}
      canSetDistributor={canChooseDistributor(ownRole)}
    />
  );
}

interface AddUserFieldsProps {
  readonly roles: readonly Role[];
  readonly initialRole: Role;
  /** True if the user can choose the distributor. */
  readonly canSetDistributor: boolean;
}

function AddUserFields({ roles, initialRole, canSetDistributor }: AddUserFieldsProps) {
  const { t } = useTranslation();
  const [addedUser, setAddedUser] = useState<AddedUser | null>(null);
  const form = useAddUserForm(initialRole);
  const addUser = useAddUser();
  const distributorsResult = useQuery({ ...distributorsQuery, enabled: canSetDistributor });
  const add = ({ role, distributorId, ...person }: Values) =>
    addUser.mutate(
      {
        ...person,
        role,
        ...(canOwnFarms(role) && distributorId !== '' && { distributorId: Number(distributorId) }),
      },
      {
        onSuccess: (user) => {
          form.reset();
          setAddedUser(user);
        },
        onError: (error) => showFieldErrors(form, error, fieldByWireName, fieldOrder),
      },
    );
  const hasFormError = addUser.isError && Object.keys(form.errors).length === 0;
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty()} />
      <form
        noValidate
        autoComplete="off"
        className={classes['card']}
        onSubmit={form.onSubmit(add, (errors) => focusFirstInvalid(form, errors, fieldOrder))}
      >
        <h2 className={classes['heading']}>{t('addUser.heading')}</h2>
        {hasFormError && <ErrorState error={addUser.error} />}
        <TextInput
          label={t('person.email')}
          type="email"
          withAsterisk
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('person.password')}
          description={t('addUser.passwordHint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <ContactFields
          getFieldProps={(field) => form.getInputProps(field)}
          requiredFields={['firstName', 'lastName']}
          isCurrentUser={false}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NativeSelect
            label={t('person.role')}
            disabled={roles.length < 2}
            data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
            {...form.getInputProps('role')}
          />
          {canSetDistributor && canOwnFarms(form.values.role) && (
            <NativeSelect
              label={t('person.distributor')}
              data={[
                { value: '', label: t('person.noDistributor') },
                ...(distributorsResult.data ?? []).map((distributor) => ({
                  value: String(distributor.id),
                  label: fullName(distributor),
                })),
              ]}
              error={distributorsResult.isError ? t('distributors.failed') : undefined}
              {...form.getInputProps('distributorId')}
            />
          )}
        </SimpleGrid>
        <SubmitRow buttonText={t('addUser.submit')} isBusy={addUser.isPending} />
      </form>
      {addedUser !== null && (
        <MessageDialog
          title={t('addUser.added')}
          text={t('addUser.addedText')}
          {...(addedUser.invitation && {
            details: (
              <InvitationLink name={fullName(addedUser)} invitation={addedUser.invitation} />
            ),
          })}
          {...(canOwnFarms(addedUser.role) && { nextLink: <AddFarmLink owner={addedUser} /> })}
          onClose={() => setAddedUser(null)}
        />
      )}
    </>
  );
}

/** A link to the next step for a new customer: adding a farm. */
function AddFarmLink({ owner }: { readonly owner: User }) {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/addFarm/$userId" params={{ userId: owner.id }}>
      {t('addUser.addFarm', { name: fullName(owner) })}
    </ButtonLink>
  );
}

function useAddUserForm(role: Role) {
  const { t } = useTranslation();
  const requireText = (text: string) => (text.trim() === '' ? t('person.required') : null);
  return useForm<Values>({
    initialValues: { ...EMPTY_VALUES, role },
    validate: {
      email: (email) => requireText(email) ?? validateEmail(email, t),
      password: (password) =>
        password !== '' && [...password].length < PASSWORD_MIN
          ? t('setup.passwordShort', { count: PASSWORD_MIN })
          : null,
      firstName: requireText,
      lastName: requireText,
      phone: (phone) => (isValidPhone(phone) ? null : t('person.phoneInvalid')),
    },
  });
}
