// SPDX-License-Identifier: MIT
/*
 * The hardware of the box in memory, as a Raspberry Pi's kernel shows it: 28 GPIO lines with pull
 * resistors and edges, and I2C bus 1 with one small OLED (SSD1306 or SH1106) that keeps its RAM.
 *
 * /sys/kernel/debug/virtual_pi is the side that is touched and looked at:
 *   contacts        write lines "GPIO LEVEL": 0 and 1 connect it to ground or 3V3, z opens it
 *   levels          what each line carries, line 0 first, as 0 and 1
 *   picture         what is on the glass: 8 pages of 128 columns, bit 0 uppermost
 *   plugged         0 pulls the display off the bus and takes its power
 *   refuse_percent  how many transfers in a hundred get no acknowledge
 *   address, sh1106 what the display is
 *   lit, contrast, transfers, bytes, refused
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/gpio/driver.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/random.h>

static struct platform_device *board;
static struct dentry *outside;

/* GPIO: a bit a line */

#define LINES 28

static DEFINE_RAW_SPINLOCK(pins);
static u32 is_output, driven_high; /* what the Pi does */
static u32 pulled_up;
static u32 is_connected, connected_high; /* what is outside */
static u32 on_rising, on_falling, watched;

static u32 levels(void)
{
	u32 inputs = (is_connected & connected_high) | (~is_connected & pulled_up);

	return (is_output & driven_high) | (~is_output & inputs);
}

static void assign(u32 *set, unsigned int line, bool value)
{
	*set = value ? *set | BIT(line) : *set & ~BIT(line);
}

static int line_get(struct gpio_chip *chip, unsigned int line)
{
	return !!(levels() & BIT(line));
}

static void line_set(struct gpio_chip *chip, unsigned int line, int value)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&pins, flags);
	assign(&driven_high, line, value);
	raw_spin_unlock_irqrestore(&pins, flags);
}

static int line_output(struct gpio_chip *chip, unsigned int line, int value)
{
	line_set(chip, line, value);
	is_output |= BIT(line);
	return 0;
}

static int line_input(struct gpio_chip *chip, unsigned int line)
{
	is_output &= ~BIT(line);
	return 0;
}

static int line_direction(struct gpio_chip *chip, unsigned int line)
{
	return is_output & BIT(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int line_config(struct gpio_chip *chip, unsigned int line, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_PULL_UP:
		pulled_up |= BIT(line);
		return 0;
	case PIN_CONFIG_BIAS_PULL_DOWN:
	case PIN_CONFIG_BIAS_DISABLE:
		pulled_up &= ~BIT(line);
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void edge_mask(struct irq_data *data)
{
	watched &= ~BIT(irqd_to_hwirq(data));
	gpiochip_disable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
}

static void edge_unmask(struct irq_data *data)
{
	gpiochip_enable_irq(irq_data_get_irq_chip_data(data), irqd_to_hwirq(data));
	watched |= BIT(irqd_to_hwirq(data));
}

static int edge_type(struct irq_data *data, unsigned int type)
{
	if (type & IRQ_TYPE_LEVEL_MASK)
		return -EINVAL;
	assign(&on_rising, irqd_to_hwirq(data), type & IRQ_TYPE_EDGE_RISING);
	assign(&on_falling, irqd_to_hwirq(data), type & IRQ_TYPE_EDGE_FALLING);
	return 0;
}

static const struct irq_chip edges = {
	.name = "virtual-pi",
	.irq_mask = edge_mask,
	.irq_unmask = edge_unmask,
	.irq_set_type = edge_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static struct gpio_chip gpio = {
	.label = "pinctrl-bcm2835",
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.get = line_get,
	.set = line_set,
	.direction_input = line_input,
	.direction_output = line_output,
	.get_direction = line_direction,
	.set_config = line_config,
};

static void connect(unsigned int line, char level)
{
	unsigned long flags;
	u32 before, after;

	raw_spin_lock_irqsave(&pins, flags);
	before = levels();
	assign(&is_connected, line, level != 'z');
	assign(&connected_high, line, level == '1');
	after = levels();
	raw_spin_unlock_irqrestore(&pins, flags);
	if (((~before & after & on_rising) | (before & ~after & on_falling)) & watched)
		generic_handle_irq_safe(irq_find_mapping(gpio.irq.domain, line));
}

static ssize_t contacts_write(struct file *file, const char __user *from, size_t size, loff_t *at)
{
	char text[256], *rest = text, *word;
	unsigned int line;
	char level;

	if (size >= sizeof(text))
		return -E2BIG;
	if (copy_from_user(text, from, size))
		return -EFAULT;
	text[size] = 0;
	while ((word = strsep(&rest, "\n"))) {
		if (!*word)
			continue;
		if (sscanf(word, "%u %c", &line, &level) != 2 || line >= LINES)
			return -EINVAL;
		connect(line, level);
	}
	return size;
}

static const struct file_operations contacts_file = { .owner = THIS_MODULE, .write = contacts_write };

static ssize_t levels_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	char text[LINES + 1];
	u32 now = levels();
	int line;

	for (line = 0; line < LINES; line++)
		text[line] = now & BIT(line) ? '1' : '0';
	text[LINES] = '\n';
	return simple_read_from_buffer(to, size, at, text, sizeof(text));
}

static const struct file_operations levels_file = { .owner = THIS_MODULE, .read = levels_read };

/* The display */

#define COLUMNS 132
#define GLASS 128
#define PAGES 8
#define BUS_KHZ 400

static DEFINE_MUTEX(display);
static u8 ram[PAGES][COLUMNS];
static u32 address = 0x3c;
static bool sh1106, plugged = true, lit, inverted, horizontal;
static u32 contrast, refuse_percent, transfers, bytes, refused;
static unsigned int page, column, first_page, last_page, first_column, last_column;
static u8 command[3]; /* the one that is coming in, with its arguments */
static unsigned int command_length;
module_param(sh1106, bool, 0444);

static void power_on(void)
{
	get_random_bytes(ram, sizeof(ram));
	lit = inverted = horizontal = false;
	contrast = 0x7f;
	page = column = first_page = first_column = command_length = 0;
	last_page = PAGES - 1;
	last_column = GLASS - 1;
}

/* How many arguments follow; what the box never sends is not known here. */
static unsigned int arguments(u8 code)
{
	switch (code) {
	case 0x81: case 0xa8: case 0xad: case 0xd3: case 0xd5: case 0xd9: case 0xda: case 0xdb:
		return 1;
	case 0x20: case 0x8d:
		return sh1106 ? 0 : 1;
	case 0x21: case 0x22:
		return sh1106 ? 0 : 2;
	default:
		return 0;
	}
}

static void obey(u8 byte)
{
	command[command_length++] = byte;
	if (command_length <= arguments(command[0]))
		return;
	command_length = 0;
	switch (command[0]) {
	case 0x00 ... 0x0f:
		if (!horizontal)
			column = (column & 0xf0) | (command[0] & 0x0f);
		break;
	case 0x10 ... 0x1f:
		if (!horizontal)
			column = (column & 0x0f) | (command[0] & 0x0f) << 4;
		break;
	case 0x20:
		if (!sh1106)
			horizontal = command[1] == 0;
		break;
	case 0x21:
		if (sh1106)
			break;
		column = first_column = command[1] & 0x7f;
		last_column = command[2] & 0x7f;
		break;
	case 0x22:
		if (sh1106)
			break;
		page = first_page = command[1] & 0x07;
		last_page = command[2] & 0x07;
		break;
	case 0x81:
		contrast = command[1];
		break;
	case 0xa6 ... 0xa7:
		inverted = command[0] & 1;
		break;
	case 0xae ... 0xaf:
		lit = command[0] & 1;
		break;
	case 0xb0 ... 0xb7:
		if (!horizontal)
			page = command[0] & 0x07;
		break;
	}
}

static void keep(u8 byte)
{
	if (column < COLUMNS)
		ram[page][column] = byte;
	if (sh1106) {
		if (column < COLUMNS - 1)
			column++;
	} else if (!horizontal) {
		column = (column + 1) % GLASS;
	} else if (column++ == last_column) {
		column = first_column;
		page = page == last_page ? first_page : (page + 1) % PAGES;
	}
}

/* A control byte says what follows: one byte or all the rest, of commands or of data. */
static void receive(const u8 *buffer, unsigned int length)
{
	while (length > 1) {
		u8 control = *buffer;
		unsigned int run = control & 0x80 ? 1 : length - 1;

		buffer++;
		length -= 1 + run;
		for (; run; run--, buffer++) {
			if (control & 0x40)
				keep(*buffer);
			else
				obey(*buffer);
		}
	}
}

static int transfer(struct i2c_adapter *bus, struct i2c_msg *messages, int count)
{
	unsigned int length = 0;
	int i, result = count;

	mutex_lock(&display);
	for (i = 0; i < count; i++) {
		struct i2c_msg *message = &messages[i];

		length += 1 + message->len;
		if (!plugged || message->addr != address ||
		    get_random_u32() % 100 < refuse_percent) {
			refused++;
			result = -EREMOTEIO;
			break;
		}
		if (message->flags & I2C_M_RD)
			memset(message->buf, (sh1106 ? 0x08 : 0x03) | (lit ? 0 : 0x40), message->len);
		else
			receive(message->buf, message->len);
	}
	transfers++;
	bytes += length;
	mutex_unlock(&display);
	/* A byte and its acknowledge take nine clocks. */
	fsleep(length * 9 * 1000 / BUS_KHZ);
	return result;
}

static u32 abilities(struct i2c_adapter *bus)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm wires = { .master_xfer = transfer, .functionality = abilities };
static struct i2c_adapter bus = {
	.owner = THIS_MODULE,
	.name = "bcm2835 (virtual)",
	.algo = &wires,
	.nr = 1,
};

static ssize_t picture_read(struct file *file, char __user *to, size_t size, loff_t *at)
{
	static u8 glass[PAGES][GLASS];
	unsigned int p, c;
	ssize_t result;

	mutex_lock(&display);
	for (p = 0; p < PAGES; p++)
		for (c = 0; c < GLASS; c++) {
			u8 byte = ram[p][c + (sh1106 ? 2 : 0)];

			glass[p][c] = lit ? (inverted ? ~byte : byte) : 0;
		}
	result = simple_read_from_buffer(to, size, at, glass, sizeof(glass));
	mutex_unlock(&display);
	return result;
}

static const struct file_operations picture_file = { .owner = THIS_MODULE, .read = picture_read };

static int plugged_get(void *unused, u64 *value)
{
	*value = plugged;
	return 0;
}

static int plugged_set(void *unused, u64 value)
{
	mutex_lock(&display);
	plugged = value;
	power_on();
	mutex_unlock(&display);
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE(plugged_file, plugged_get, plugged_set, "%llu\n");

static int __init virtual_pi_init(void)
{
	int error;

	power_on();
	board = platform_device_register_simple("virtual-pi", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(board))
		return PTR_ERR(board);
	gpio.parent = &board->dev;
	gpio_irq_chip_set_chip(&gpio.irq, &edges);
	gpio.irq.handler = handle_simple_irq;
	gpio.irq.default_type = IRQ_TYPE_NONE;
	error = gpiochip_add_data(&gpio, NULL);
	if (error)
		goto no_gpio;
	bus.dev.parent = &board->dev;
	error = i2c_add_numbered_adapter(&bus);
	if (error)
		goto no_bus;
	outside = debugfs_create_dir("virtual_pi", NULL);
	debugfs_create_file("contacts", 0200, outside, NULL, &contacts_file);
	debugfs_create_file("levels", 0400, outside, NULL, &levels_file);
	debugfs_create_file("picture", 0400, outside, NULL, &picture_file);
	debugfs_create_file_unsafe("plugged", 0600, outside, NULL, &plugged_file);
	debugfs_create_u32("refuse_percent", 0600, outside, &refuse_percent);
	debugfs_create_u32("address", 0600, outside, &address);
	debugfs_create_bool("sh1106", 0600, outside, &sh1106);
	debugfs_create_bool("lit", 0400, outside, &lit);
	debugfs_create_u32("contrast", 0400, outside, &contrast);
	debugfs_create_u32("transfers", 0400, outside, &transfers);
	debugfs_create_u32("bytes", 0400, outside, &bytes);
	debugfs_create_u32("refused", 0400, outside, &refused);
	return 0;
no_bus:
	gpiochip_remove(&gpio);
no_gpio:
	platform_device_unregister(board);
	return error;
}

static void __exit virtual_pi_exit(void)
{
	debugfs_remove(outside);
	i2c_del_adapter(&bus);
	gpiochip_remove(&gpio);
	platform_device_unregister(board);
}

module_init(virtual_pi_init);
module_exit(virtual_pi_exit);
MODULE_LICENSE("Dual MIT/GPL");
MODULE_DESCRIPTION("The hardware of a dice box on a Raspberry Pi, in memory");
