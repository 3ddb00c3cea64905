# Starts the servers of one group: terraform apply -var-file=NAME.tfvars
variable "group" { type = string }
variable "instance_type" { type = string }
variable "ami_name" { type = string }
variable "instance_count" { type = number }

provider "aws" {
  region = "us-east-1"
}

data "aws_ami" "server" {
  owners      = ["self"]
  most_recent = true
  filter {
    name   = "name"
    values = [var.ami_name]
  }
}

resource "aws_instance" "server" {
  count         = var.instance_count
  ami           = data.aws_ami.server.id
  instance_type = var.instance_type
  tags = {
    Name       = "$${var.group}-$${count.index + 1}"
    Experiment = "${experiment}"
  }
}
