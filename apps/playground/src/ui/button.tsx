import type { ButtonHTMLAttributes, Ref } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: 'primary' | 'danger' | 'plain' | 'quiet';
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ tone = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  const classes = [styles['button'], styles[tone], className].filter(Boolean).join(' ');
  return <button {...rest} type={type} className={classes} />;
}
