import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, forwardRef } from 'react';

type AnchorButtonProps = ButtonProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>;

const AnchorButton = forwardRef<HTMLAnchorElement, AnchorButtonProps>((props, ref) => (
  <Button ref={ref} component="a" {...props} />
));
AnchorButton.displayName = 'AnchorButton';

/** A link within this site that looks like a button. */
export const ButtonLink = createLink(AnchorButton);
