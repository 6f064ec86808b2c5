import { IconEye, IconEyeOff } from '@tabler/icons-react';

export function PasswordEye({ reveal }: { readonly reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={20} aria-hidden />;
}
