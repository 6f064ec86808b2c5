import { type Role, roleNames } from '@granary/domain/access/roles';
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { useLiveState } from '../../../lib/live-client.ts';
import { twoFactorRolesQuery, useSetTwoFactorRoles } from '../api/two-factor.ts';
import classes from './account-form.module.css';

/** Lets an admin choose which roles must use two-factor authentication. */
export function TwoFactorRoles() {
  const { t } = useTranslation();
  const query = useQuery(twoFactorRolesQuery);
  const save = useSetTwoFactorRoles();
  const isOffline = useLiveState().kind === 'offline';
  const toggle = (roles: readonly Role[], role: Role) =>
    save.mutate(roles.includes(role) ? roles.filter((other) => other !== role) : [...roles, role]);
  return (
    <fieldset className={classes['group']}>
      <legend>{t('twoFactor.rolesTitle')}</legend>
      {save.isError && <ErrorState error={save.error} />}
      <QueryContent
        query={query}
        loadingContent={<LoadingBlocks count={1} height={44} />}
        errorTitle={t('twoFactor.failed')}
      >
        {(roles) =>
          roleNames.map((role) => (
            <Checkbox
              key={role}
              label={t(`roles.${role}`)}
              checked={roles.includes(role)}
              disabled={isOffline || save.isPending}
              onChange={() => toggle(roles, role)}
            />
          ))
        }
      </QueryContent>
    </fieldset>
  );
}
