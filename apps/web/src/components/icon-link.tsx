import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type AnchorIconProps = ActionIconProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ActionIconProps>;

const AnchorIcon = forwardRef<HTMLAnchorElement, AnchorIconProps>((props, ref) => (
  <ActionIcon ref={ref} component="a" {...props} />
));
AnchorIcon.displayName = 'AnchorIcon';

/** An icon that leads to another page. */
export const IconLink = createLink(AnchorIcon);
